"""Judgement: gates, failure, trajectory, what is done next; at the very last the holdout."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import cast

from langgraph.runtime import Runtime

from config.runs.port import StepKey
from trading.domain.gates import GateResult, Outcome, cheap_gates, outcome
from trading.domain.limits import limit_options
from trading.domain.routing import (
    Trajectory,
    determine_next_action,
    final_status,
    more_room,
    wanted_action,
)
from trading.graph import gate_readings
from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState, sentence, told

# The end of a development that has something to show: the sealed holdout.


async def hold(state: WorkflowState, context: Context, score: float, best: int) -> Document:
    """Open the holdout for the best passing variant: it holds and is the end, or it is the end."""
    variant = state["strategy_variants"][best]
    holdout = await context.holdout.open(variant, state["current_iteration"])
    found, holdout = _judged(state, context, best, holdout)
    values = {
        "name": variant["name"],
        "ticker": state["ticker"],
        "sharpe": state["backtest_results"][best].get("sharpe_ratio"),
        "hold": state["backtest_results"][best].get("buy_hold_sharpe"),
        "holdout": holdout["metrics"].get("sharpe_ratio"),
        "holdout_hold": holdout["metrics"].get("buy_hold_sharpe"),
        "drawdown": _depth(holdout["metrics"].get("max_drawdown")),
        "psr": holdout["psr"],
        "combined_p": holdout.get("combined_p"),
        "tries": gate_readings.tries(state, best),
        "error": context.profile.final_error,
        "earlier": holdout["openings_before"],
        "trials": state["trials"],
    }
    say = context.strategist.explain
    code = _code(found, context)
    failed = None if found == "holds" else _failure(state, context, values, code)
    return gate_readings.closed(
        state,
        now=context.clock(),
        action="SUCCESS" if found == "holds" else "ABANDON",
        status="SUCCESS" if found == "holds" else "ABANDONED",
        best=best,
        score=score,
        analysis=failed,
    ) | {
        "holdout": holdout,
        "decision_reasoning": say(code, values, state["language"]),
        "decision_sentences": [sentence(code, values)],
        "final_strategy": variant if found == "holds" else None,
        "final_message": say(f"final_{code}", values, state["language"]),
        "final_sentences": [sentence(f"final_{code}", values)],
    }


def _judged(
    state: WorkflowState, context: Context, best: int, holdout: Document
) -> tuple[Outcome, Document]:
    """The verdict on the sealed bars, and what is known of them with what it rests on."""
    told = holdout["metrics"] | {"psr": holdout["psr"]}
    error = context.profile.final_error
    if error:
        holdout = holdout | {"combined_p": gate_readings.final_p(state, best, holdout)}
        told["combined_p"] = holdout["combined_p"]
    before = holdout["openings_before"]
    found = outcome(told, final_error=error, openings_before=before)
    return found, holdout | {"holds": found == "holds"}


def _code(found: Outcome, context: Context) -> str:
    """The sentence of a verdict: of the sealed bars alone, or of all bars in one test."""
    if not context.profile.final_error:
        return "holds" if found == "holds" else "holdout_failed"
    return {"holds": "holds_together", "failed": "failed_together", "spent": "spent"}[found]


def _depth(drawdown: float | None) -> float | None:
    """How far equity fell, above zero."""
    return None if drawdown is None else abs(drawdown)


def _failure(state: WorkflowState, context: Context, values: Document, code: str) -> Document:
    """A second look would make the holdout one more validation set: nothing is left to try."""
    return {
        "failure_class": "FUNDAMENTAL_IMPOSSIBILITY",
        "cause": "holdout_failed",
        "values": values,
        "actions": ["stop"],
        "times": 1,
        "recommendation": "ABANDON",
        "root_cause": context.strategist.explain(code, values, state["language"]),
        "specific_actions": [context.strategist.explain("action_stop", values, state["language"])],
        "statistical_assessment": {"trials": state["trials"]},
    }


# The second judge of a round: what a model says of it beside the numbers, which decide alone.

_TOLD = (
    "ticker", "user_objective", "language", "current_iteration", "research_iteration",
    "strategy_iteration", "research_edges", "strategy_variants", "backtest_results", "trials",
)  # fmt: skip


async def second_opinions(state: WorkflowState, update: Document, context: Context) -> Document:
    """What both judges say, once all is decided, by the name of the analysis; empty without a
    second judge. What the sealed holdout showed is told to no model."""
    if context.judges is None or update.get("holdout") is not None:
        return {}
    brief: Document = {name: state[name] for name in _TOLD}  # type: ignore[literal-required]
    brief |= update | {"profile": context.profile.as_dict()}
    ask = {
        "failure_analysis": context.judges.failure,
        "trajectory_analysis": context.judges.trajectory,
    }
    asked = [name for name in ask if update[name]]
    heard = await asyncio.gather(*(ask[name](brief) for name in asked), return_exceptions=True)
    for each in heard:  # when all are done: a budget that is used up ends the run
        if isinstance(each, BaseException):
            raise each
    return {name: said for name, said in zip(asked, heard, strict=True) if said is not None}


def with_opinions(update: Document, said: Document) -> Document:
    """The judgement with the judges in its analyses; what it decided is as it was."""
    told = {name: update[name] | {"judges": each["judges"]} for name, each in said.items()}
    return update | told


def notes_of(said: Document) -> list[str]:
    """What of the models' words did not count."""
    return [note for each in said.values() for note in each["notes"]]


async def quality_gate(state: WorkflowState, runtime: Runtime[Context]) -> Document:
    """Judge the round. The holdout is opened for the best variant that passed every gate."""
    context = runtime.context

    # Steps of their own, before this one: a crash repeats none of them, nor their trials.
    known = await gathered(state, context)
    state = cast("WorkflowState", dict(state) | known)

    async def compute() -> Document:
        update = await _judge(state, context)
        said = await second_opinions(state, update, context)
        notes = notes_of(said)
        update = with_opinions(update, said)
        if notes:
            update["error_log"] = update["error_log"] + [f"quality_gate: {note}" for note in notes]
        output = {"iteration": state["current_iteration"], "update": update}
        return output | {"notes": notes} if notes else output

    key = StepKey("quality_gate", state["current_iteration"])
    output = await context.steps.aonce(key, compute, context.record("judged"))
    return dict(output["update"]) | known


async def _judge(state: WorkflowState, context: Context) -> Document:
    results = gate_readings.gate_results(state, context.profile)
    order = gate_readings.ranked(results, state)
    rows, errors = await _rechecked(state, context, results, order)
    passing = [index for index in order if rows[index]["passed_all_gates"]]
    passing.sort(key=lambda index: not gate_readings.as_written(state, index))
    calls, cost = await context.usage()
    update: Document = {
        "quality_gate_results": rows,
        "passed_quality_gates": bool(passing),
        "error_log": state["error_log"] + _unexamined(state) + errors,
        "total_llm_calls": calls,
        "total_cost": cost,
        "more_room": {},
    }
    if passing:
        return update | await hold(state, context, results[passing[0]].score, passing[0])
    differing = evidence_errors(state) | {
        row["variant_index"]: row["recheck"]["difference"] for row in rows if "recheck" in row
    }
    sound = [index for index in order if index not in differing]
    best = next(iter(sound or order), None)
    return update | _decide(state, context, results, best, differing)


def _unexamined(state: WorkflowState) -> list[str]:
    """A line for each variant whose examination failed."""
    names = [variant["name"] for variant in state["strategy_variants"]]
    return [f"quality_gate: {names[i]}: {error}" for i, error in evidence_errors(state).items()]


async def _rechecked(
    state: WorkflowState, context: Context, results: Sequence[GateResult], order: Sequence[int]
) -> tuple[list[Document], list[str]]:
    """The gates as plain rows. A finalist on which the engines differ does not pass."""
    rows = [{"variant_index": i, **result.as_dict()} for i, result in enumerate(results)]
    errors = []
    for index in order:
        if not results[index].passed:
            continue
        check = await context.bench.recheck(state["strategy_variants"][index])
        rows[index]["recheck"] = check
        if not check["agrees"]:
            rows[index]["passed_all_gates"] = False
            name = state["strategy_variants"][index]["name"]
            errors.append(f"quality_gate: {name}: {check['difference']}")
    return rows, errors


def _decide(
    state: WorkflowState,
    context: Context,
    results: Sequence[GateResult],
    best: int | None,
    differing: Mapping[int, str],
) -> Document:
    """Nothing passed: why, where it is heading, what is next.

    `differing` are the finalists on which the engines differ, with how, and variants whose
    examination failed: they count as broken.
    """
    score = results[best].score if best is not None and best not in differing else None
    known = gate_readings.evidence(state, context.train_bars, context.bars_per_year)
    _found, analysis = gate_readings.failure(state, results, context.profile, known, differing)
    path = gate_readings.heading(state, score)
    chosen = determine_next_action(analysis, path, state)
    wanted = wanted_action(analysis, path, state)
    status = final_status(chosen, wanted, state)
    say = context.strategist.explain
    language = state["language"]
    values = analysis["values"]
    analysis["root_cause"] = say(f"cause_{analysis['cause']}", values, language)
    analysis["specific_actions"] = [
        say(f"action_{a}", values, language) for a in analysis["actions"]
    ]
    closed = gate_readings.closed(
        state,
        now=context.clock(),
        action=chosen,
        status=status,
        best=best,
        score=score,
        analysis=analysis,
        path=path.as_dict() if path else None,
    )
    cause = sentence(f"cause_{analysis['cause']}", values)
    reasons = [cause, *_course(path), sentence(f"next_{chosen}", values)]
    closed |= {
        "decision_reasoning": told(reasons, say, language),
        "decision_sentences": reasons,
    }
    if status:
        untried = wanted == "ABANDON" and values.get("untried")
        named = [sentence("untried", values)] if untried else []
        whole = {
            "ticker": state["ticker"],
            "trials": state["trials"],
            "iterations": state["current_iteration"],
            "cause": {"sentences": [cause, *named]},
        }
        message = [sentence(f"final_{status}", whole)]
        if entry := gate_readings.best_entry(closed["iteration_history"]):
            of_run = {"name": entry["best_variant"], "score": entry["best_score"],
                      "sharpe": entry["best_sharpe"], "hold": entry.get("hold_sharpe")}  # fmt: skip
            message.append(sentence("best_of_run", of_run))
        if room := more_room(analysis, path, state):
            closed["more_room"] = room
            message.append(sentence("final_more_room", {"limits": limit_options(room)}))
        closed |= {
            "final_message": told(message, say, language),
            "final_sentences": message,
        }
    return closed


def _course(path: Trajectory | None) -> list[Document]:
    """Where the scores are heading, in a sentence; none where nobody can tell yet."""
    return [sentence(f"heading_{path.convergence_status}", path.as_dict())] if path else []


# Evidence in the order it is gathered: examinations side by side, then the count of trials.

_NODE = "quality_gate"


async def gathered(state: WorkflowState, context: Context) -> Document:
    """`{evidence, trial_ledger, trials}` for the state; empty under gates that ask for none.

    `evidence` has the examination of each variant that passed the cheap gates, None for the rest.
    Nobody's trials go uncounted: those of the examinations are in `trials`.
    """
    if not context.profile.staged:
        return {}
    found: list[Document | None] = await asyncio.gather(
        *(_examined(state, context, index) for index in range(len(state["backtest_results"])))
    )
    return {
        "evidence": found,
        "trials": state["trials"] + sum(one["trials"] for one in found if one),
        "trial_ledger": await _counted(state, context, found),
    }


async def _counted(
    state: WorkflowState, context: Context, found: list[Document | None]
) -> Document | None:
    """All trials so far, and what they leave of each examined variant; None without a ledger."""
    ledger, iteration = context.ledger, state["current_iteration"]
    if ledger is None:
        return None

    async def compute() -> Document:
        judged = {
            str(index): one["segments"].get("walk_forward", {}).get("moments")
            for index, one in enumerate(found)
            if one
        }
        return {"iteration": iteration, "ledger": await ledger.count(judged)}

    key = StepKey(_NODE, iteration, "trial ledger")
    output = await context.steps.aonce(key, compute, context.record("counted"))
    return dict(output["ledger"])


def evidence_errors(state: WorkflowState) -> dict[int, str]:
    """The examinations that failed, by the index of the variant."""
    found = enumerate(state.get("evidence") or ())
    return {index: one["error"] for index, one in found if one and one["error"]}


async def _examined(state: WorkflowState, context: Context, index: int) -> Document | None:
    """A variant's examination, with the number of its trials in their place.

    None for one that the cheap gates stopped: nothing more is asked of it.
    """
    passed = cheap_gates(context.profile, gate_readings.played(state, index)).passed
    if state["backtest_results"][index]["error"] or not passed:
        return None
    variant, iteration = state["strategy_variants"][index], state["current_iteration"]

    async def compute() -> Document:
        found = await context.bench.examine(variant, state["seed"])
        return {"iteration": iteration, "variant_index": index, **found}

    key = StepKey(_NODE, iteration, f"evidence variant {index}")
    output = await context.steps.aonce(key, compute, context.record("examined_evidence"))
    return dict(output) | {"trials": len(output["trials"])}
