"""Readings of the state that the gates' node needs, and the figures that gates judge; pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from trading.domain.calculation import FIRST, judges_by_noise
from trading.domain.failure import Attempt, Diagnosis, EdgeEvidence, diagnose
from trading.domain.gates import NOT_REACHED, GateResult, best_round, evaluate
from trading.domain.luck import luck
from trading.domain.profiles import Profile
from trading.domain.routing import Trajectory, recommend, trajectory
from trading.domain.types import Action
from trading.evidence.appraisal import combined_p, luck_p
from trading.evidence.sharpe import Moments, probabilistic_sharpe_ratio
from trading.graph.context import Document
from trading.graph.state import WorkflowState

# What the log of rounds keeps of examinations, and reads from it.


def chances(state: WorkflowState) -> dict[str, float]:
    """The lowest probability so far, by kind, that random entries do as well as a rule of it."""
    found: dict[str, float] = {}
    for kind, chance in [*_before(state), *_now(state)]:
        found[kind] = min(chance, found.get(kind, 1.0))
    return found


def line(state: WorkflowState, analysis: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the round's line holds of it: `chances`, and the kinds that are `dropped` from now on.

    Nothing under gates that ask for no evidence.
    """
    if state.get("evidence") is None:
        return {}
    now: dict[str, float] = {}
    for kind, chance in _now(state):
        now[kind] = min(chance, now.get(kind, 1.0))
    overfitted = analysis is not None and analysis["cause"] == "overfitted_line"
    dropped = [analysis["values"]["kind"]] if analysis and overfitted else []
    return {"chances": now, "dropped": dropped}


def _before(state: WorkflowState) -> Iterator[tuple[str, float]]:
    for entry in state["iteration_history"]:
        yield from entry.get("chances", {}).items()


def _now(state: WorkflowState) -> Iterator[tuple[str, float]]:
    found = state.get("evidence") or []
    for variant, one in zip(state["strategy_variants"], found, strict=False):
        chance = one["segments"].get("walk_forward", {}).get("permutation_p") if one else None
        if chance is not None:
            yield variant["approach"], chance


def gate_results(state: WorkflowState, profile: Profile) -> list[GateResult]:
    """Each variant under the profile, in the order of the variants."""
    return [
        evaluate(profile, *judged(state, profile, index))
        for index in range(len(state["backtest_results"]))
    ]


def ranked(results: Sequence[GateResult], state: WorkflowState) -> list[int]:
    """The indexes of the variants, best gate score first, then Sharpe ratio, then order.

    Those of which a required gate could not be judged come last: their score is of fewer gates.
    """

    def rank(index: int) -> tuple[bool, float, float, int]:
        sharpe = state["backtest_results"][index].get("sharpe_ratio")
        judged, score = results[index].rank
        return not judged, -score, -(sharpe if sharpe is not None else -math.inf), index

    return sorted(range(len(results)), key=rank)


def luck_of(state: WorkflowState, train_bars: int, bars_per_year: float) -> float:
    """The annual train Sharpe ratio that the best of all tries so far would show without skill.

    As the count of the round has it; of all trials where nobody counts the independent ones.
    """
    ledger = state.get("trial_ledger")
    if ledger is not None:
        return float(ledger["luck"])
    return luck(state["trials"], train_bars - 1, bars_per_year)


def best_train(state: WorkflowState) -> float | None:
    """The best annual train Sharpe ratio of any variant of the run, this round's among them."""
    before = [entry.get("best_train") for entry in state["iteration_history"]]
    known = [ratio for ratio in (*before, _best_train_now(state)) if ratio is not None]
    return max(known, default=None)


def _best_train_now(state: WorkflowState) -> float | None:
    rows = [row["segments"].get("train", {}) for row in state["backtest_results"]]
    ratios = [row.get("sharpe_ratio") for row in rows if row.get("total_trades")]
    return max((ratio for ratio in ratios if ratio is not None), default=None)


def evidence(state: WorkflowState, train_bars: int, bars_per_year: float) -> EdgeEvidence:
    """What the research and the number of trials say about there being an edge."""
    tried = {kind for entry in state["iteration_history"] for kind in entry["kinds"]}
    tried |= {variant["approach"] for variant in state["strategy_variants"]}
    edges = [edge for edge in state["research_edges"] if edge["significant"]]
    untried = [edge["kind"] for edge in edges if edge["kind"] not in tried]
    return EdgeEvidence(
        significant=bool(edges),
        kinds_tried=frozenset(tried),
        luck=luck_of(state, train_bars, bars_per_year),
        best_train=best_train(state),
        research_iteration=state["research_iteration"],
        untried_edge=untried[0] if untried else "",
        chances=chances(state),
        kinds_allowed=frozenset(state.get("kinds_allowed", ())),
    )


def failure(
    state: WorkflowState,
    results: Sequence[GateResult],
    profile: Profile,
    known: EdgeEvidence,
    differing: Mapping[int, str],
) -> tuple[Diagnosis, dict[str, Any]]:
    """The diagnosis, and the failure analysis that goes into the state but for its words.

    `differing` are errors found after the backtest, by the index of the variant.
    """
    attempts = [
        Attempt(
            variant["approach"],
            result,
            judged(state, profile, row["variant_index"])[0],
            row["error"] or differing.get(row["variant_index"], ""),
            variant["name"],
        )
        for variant, result, row in zip(
            state["strategy_variants"], results, state["backtest_results"], strict=True
        )
    ]
    found = diagnose(attempts, known)
    times = 1 + sum(
        entry["failure_class"] == found.failure_class for entry in state["iteration_history"]
    )
    return found, {
        "failure_class": found.failure_class,
        "cause": found.cause,
        "values": dict(found.values),
        "actions": list(found.actions),
        "times": times,
        "recommendation": recommend(found.failure_class, times),
        "statistical_assessment": {
            "expected_best_by_luck": known.luck,
            "significant_edges": known.significant,
            "trials": state["trials"],
        },
    }


def heading(state: WorkflowState, score: float | None) -> Trajectory | None:
    """The trajectory of the best gate scores, this round's the last."""
    return trajectory([entry["best_score"] for entry in state["iteration_history"]] + [score])


def history_entry(
    state: WorkflowState, *, timestamp: str, score: float | None, best: int | None
) -> Document:
    """This round's line of the experiment log, but for what was decided."""
    before = state["iteration_history"]
    last = before[-1]["best_score"] if before else None
    variant = state["strategy_variants"][best] if best is not None else None
    result = state["backtest_results"][best] if best is not None else {}
    handed_in = any(one.get("as_written") for one in state["strategy_variants"])
    return ({"as_written": True} if handed_in else {}) | {
        "timestamp": timestamp,
        "iteration": state["current_iteration"],
        "research_iteration": state["research_iteration"],
        "strategy_iteration": state["strategy_iteration"],
        "action_taken": state["next_action"] or "INITIAL_DESIGN",
        "best_variant_index": best,
        "best_variant": variant["name"] if variant else None,
        "best_score": score,
        "best_sharpe": result.get("sharpe_ratio"),
        "best_train": _best_train_now(state),
        "hold_sharpe": result.get("buy_hold_sharpe"),
        "parameters_changed": variant["parameters_changed"] if variant else {},
        "improvement": score - last if score is not None and last is not None else None,
        "kinds": [row["approach"] for row in state["strategy_variants"]],
        "templates": [row["template"] for row in state["strategy_variants"]],
        "spec_hashes": [row["spec_hash"] for row in state["strategy_variants"]],
        "trials": state["trials"],
    }


def best_entry(history: Sequence[Document]) -> Document | None:
    """The line of the round whose best variant is that of the run."""
    rounds = [
        _Line(line["iteration"], line["best_score"], line["best_variant"] is not None, line)
        for line in history
    ]
    best = best_round(rounds)
    return best.line if best else None


class _Line(NamedTuple):
    number: int
    best_score: float | None
    has_best: bool
    line: Document


def closed(
    state: WorkflowState,
    *,
    now: str,
    action: Action,
    status: str | None,
    best: int | None,
    score: float | None,
    analysis: Document | None,
    path: Document | None = None,
) -> Document:
    """What every judgement leaves: the round's line in the log, and the end if it is one."""
    entry = history_entry(state, timestamp=now, score=score, best=best) | {
        "next_action": action,
        "failure_class": analysis["failure_class"] if analysis else None,
        **line(state, analysis),
    }
    return {
        "best_variant_index": best,
        "failure_analysis": analysis,
        "trajectory_analysis": path,
        "next_action": action,
        "iteration_history": [*state["iteration_history"], entry],
        "final_status": status,
        "end_time": now if status else None,
    }


PLAYED = ("sharpe_ratio", "total_trades", "max_drawdown", "total_return")
BROKEN = "broken"
"""Why evidence has no value where the examination failed."""

Figures = dict[str, dict[str, Any]]
Answers = Mapping[str, Mapping[str, Any]]


def played(state: WorkflowState, index: int) -> Figures:
    """What the backtests of a variant came to."""
    return _against_luck(state["backtest_results"][index]["segments"], state["trials"])


def judged(state: WorkflowState, profile: Profile, index: int) -> tuple[Figures, Answers]:
    """All figures of a variant, and the answers behind those that are evidence."""
    figures, examined = played(state, index), _examined(state, index)
    asked = [f"{one.segment}.{one.name}" for one in profile.criteria if not one.cheap]
    if examined is None:
        return figures, {key: {"reason": NOT_REACHED} for key in asked}
    answers = examined["answers"] | _of_trials(state, index)
    if examined["error"]:
        answers |= {key: {"reason": BROKEN} for key in asked if not answers.get(key)}
    elif profile.calculation > FIRST:
        answers |= _of_the_walk(answers)
    ratio, overfitting = answers["walk_forward.dsr"], answers["trials.pbo"]
    figures |= examined["segments"]
    joined = figures.get("walk_forward", {}) | {"dsr": ratio.get("value")}
    if judges_by_noise(profile.calculation):
        count = tries(state, index)
        joined |= _above_noise(ratio, joined, count)
        answers = {"walk_forward.luck_p": _luck_answer(joined, count)} | answers
    return figures | {"walk_forward": joined, "trials": {"pbo": overfitting.get("value")}}, answers


def _above_noise(
    ratio: Mapping[str, Any], walked: Mapping[str, Any], count: int
) -> dict[str, float | None]:
    """`dsr` and `luck_p` by the luck of noise, whatever edges others of the tries have."""
    deflated = ratio.get("details", {}).get("noise") if ratio.get("value") is not None else None
    return {"dsr": deflated, "luck_p": luck_p(_hedged(walked), count)}


def _luck_answer(walked: Mapping[str, Any], count: int) -> dict[str, Any]:
    known = walked["luck_p"] is not None
    why = "" if known else ("constant" if walked.get("hedged") is None else "no_spread")
    return {"reason": why, "details": {"tries": count}}


def _hedged(figures: Mapping[str, Any]) -> Moments | None:
    found = figures.get("hedged")
    return Moments(*found) if found else None


HALVES = 2
"""The error is shared by a rule that is judged as it was handed in and by all others."""


def tries(state: WorkflowState, index: int) -> int:
    """How many independent ones a variant counts as the best of.

    Where a rule is judged as it was handed in, it is the only one of its half of the error, and
    the others have the other half: each p of a half counts twice (Bonferroni).
    """
    if as_written(state, index):
        return HALVES
    return _candidates(state) * (HALVES if _shares_error(state) else 1)


def as_written(state: WorkflowState, index: int) -> bool:
    """Whether a variant is judged as it was handed in."""
    return bool(state["strategy_variants"][index].get("as_written"))


def _shares_error(state: WorkflowState) -> bool:
    """Whether a rule was judged as it was handed in, in this round or before."""
    now = any(one.get("as_written") for one in state["strategy_variants"])
    return now or any(entry.get("as_written") for entry in state["iteration_history"])


def _candidates(state: WorkflowState) -> int:
    """The independent ones so far that one could be chosen among; every trial where nobody counts
    those."""
    ledger = state.get("trial_ledger")
    if ledger is None:
        return max(1, state["trials"])
    return int(ledger.get("candidates", ledger["effective"]))


def final_p(state: WorkflowState, index: int, holdout: Mapping[str, Any]) -> float | None:
    """The probability that luck of so many tries shows as much as a variant does out of sample and
    on the sealed bars together; `holdout` has its `hedged` moments there."""
    examined = _examined(state, index) or {}
    walked = examined.get("segments", {}).get("walk_forward", {})
    return combined_p(_hedged(walked), _hedged(holdout), tries(state, index))


def _of_the_walk(answers: Answers) -> dict[str, Mapping[str, Any]]:
    """Bars too few for a walk forward are why none of its backtest's figures has a value."""
    why = answers.get("walk_forward.enough_evidence") or {}
    if why.get("reason") != "too_short":
        return {}
    names = (*PLAYED, "psr", "dsr", "luck_p", "appraisal_ratio")
    return {f"walk_forward.{name}": why for name in names}


def _examined(state: WorkflowState, index: int) -> dict[str, Any] | None:
    found = state.get("evidence")
    return found[index] if found is not None else None


def _of_trials(state: WorkflowState, index: int) -> dict[str, Mapping[str, Any]]:
    """What the count of trials says of a variant and of all that was tried."""
    ledger = state.get("trial_ledger") or {}
    return {
        "walk_forward.dsr": ledger.get("variants", {}).get(str(index)) or {},
        "trials.pbo": ledger.get("pbo") or {},
    }


def _against_luck(segments: Mapping[str, Any], trials: int) -> Figures:
    """The figures with `psr_above_luck`: how probable it is that the true Sharpe ratio is above
    the best that so many trials without any skill would show."""
    found = {}
    for name, figures in segments.items():
        known = Moments(*figures["moments"]) if figures.get("moments") else None
        above = luck(trials, known.bars) if known else 0.0
        found[name] = figures | {"psr_above_luck": probabilistic_sharpe_ratio(known, above)}
    return found
