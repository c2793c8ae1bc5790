"""The figures that gates judge, of the backtests and of the evidence; pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trading.domain.calculation import FIRST, judges_by_noise
from trading.domain.gates import NOT_REACHED
from trading.domain.luck import luck
from trading.domain.profiles import Profile
from trading.evidence.appraisal import combined_p, luck_p
from trading.evidence.sharpe import Moments, probabilistic_sharpe_ratio
from trading.graph.state import WorkflowState

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
