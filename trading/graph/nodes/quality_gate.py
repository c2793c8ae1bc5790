"""Judgement: gates, failure, trajectory, what is done next; at the very last the holdout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langgraph.runtime import Runtime

from config.runs.port import StepKey
from trading.domain.gates import GateResult
from trading.domain.routing import determine_next_action, final_status, wanted_action
from trading.domain.types import Action
from trading.graph import judging
from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState


async def quality_gate(state: WorkflowState, runtime: Runtime[Context]) -> Document:
    """Judge the round. The holdout is opened for the best variant that passed every gate."""
    context = runtime.context

    async def compute() -> Document:
        return {"iteration": state["current_iteration"], "update": await _judge(state, context)}

    key = StepKey("quality_gate", state["current_iteration"])
    output = await context.steps.aonce(key, compute, context.record("judged"))
    return dict(output["update"])


async def _judge(state: WorkflowState, context: Context) -> Document:
    results = judging.gate_results(state, context.profile)
    order = judging.ranked(results, state)
    rows, errors = await _rechecked(state, context, results, order)
    passing = [index for index in order if rows[index]["passed_all_gates"]]
    calls, cost = await context.usage()
    update: Document = {
        "quality_gate_results": rows,
        "passed_quality_gates": bool(passing),
        "error_log": state["error_log"] + errors,
        "total_llm_calls": calls,
        "total_cost": cost,
    }
    if passing:
        return update | await _hold(state, context, results, passing[0])
    differing = {
        row["variant_index"]: row["recheck"]["difference"] for row in rows if "recheck" in row
    }
    sound = [index for index in order if index not in differing]
    best = next(iter(sound or order), None)
    return update | _decide(state, context, results, best, differing)


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


async def _hold(
    state: WorkflowState, context: Context, results: Sequence[GateResult], best: int
) -> Document:
    """Open the holdout for the best passing variant: it holds and is the end, or it is the end."""
    variant = state["strategy_variants"][best]
    holdout = await context.holdout.open(variant, state["current_iteration"])
    holds = bool(holdout["holds"])
    values = {
        "name": variant["name"],
        "ticker": state["ticker"],
        "sharpe": state["backtest_results"][best].get("sharpe_ratio"),
        "holdout": holdout["metrics"].get("sharpe_ratio"),
        "psr": holdout["psr"],
        "earlier": holdout["openings_before"],
        "trials": state["trials"],
    }
    say = context.strategist.explain
    code = "holds" if holds else "holdout_failed"
    failed = None if holds else _holdout_failure(state, context, values)
    return _closed(
        state,
        context,
        action="SUCCESS" if holds else "ABANDON",
        status="SUCCESS" if holds else "ABANDONED",
        best=best,
        score=results[best].score,
        analysis=failed,
    ) | {
        "holdout": holdout,
        "decision_reasoning": say(code, values, state["language"]),
        "final_strategy": variant if holds else None,
        "final_message": say(f"final_{code}", values, state["language"]),
    }


def _holdout_failure(state: WorkflowState, context: Context, values: Document) -> Document:
    """A second look would make the holdout one more validation set: nothing is left to try."""
    return {
        "failure_class": "FUNDAMENTAL_IMPOSSIBILITY",
        "cause": "holdout_failed",
        "values": values,
        "actions": ["stop"],
        "times": 1,
        "recommendation": "ABANDON",
        "root_cause": context.strategist.explain("holdout_failed", values, state["language"]),
        "specific_actions": [context.strategist.explain("action_stop", values, state["language"])],
        "statistical_assessment": {"trials": state["trials"]},
    }


def _decide(
    state: WorkflowState,
    context: Context,
    results: Sequence[GateResult],
    best: int | None,
    differing: Mapping[int, str],
) -> Document:
    """Nothing passed: why, where it is heading, what is next.

    `differing` are the finalists on which the engines differ, with how: they count as broken.
    """
    score = results[best].score if best is not None and best not in differing else None
    known = judging.evidence(state, context.train_bars, context.bars_per_year)
    _found, analysis = judging.failure(state, results, known, differing)
    path = judging.heading(state, score)
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
    closed = _closed(
        state,
        context,
        action=chosen,
        status=status,
        best=best,
        score=score,
        analysis=analysis,
        path=path.as_dict() if path else None,
    )
    reasons = [analysis["root_cause"]]
    if path:
        reasons.append(say(f"heading_{path.convergence_status}", path.as_dict(), language))
    reasons.append(say(f"next_{chosen}", values, language))
    closed["decision_reasoning"] = " ".join(reasons)
    if status:
        told = {
            "ticker": state["ticker"],
            "trials": state["trials"],
            "iterations": state["current_iteration"],
            "cause": analysis["root_cause"],
        }
        message = [say(f"final_{status}", told, language)]
        if wanted != "ABANDON":
            message.append(say("final_more_room", {}, language))
        closed["final_message"] = " ".join(message)
    return closed


def _closed(
    state: WorkflowState,
    context: Context,
    *,
    action: Action,
    status: str | None,
    best: int | None,
    score: float | None,
    analysis: Document | None,
    path: Document | None = None,
) -> Document:
    """What every judgement leaves: the round's line in the log, and the end if it is one."""
    now = context.clock()
    entry = judging.history_entry(state, timestamp=now, score=score, best=best) | {
        "next_action": action,
        "failure_class": analysis["failure_class"] if analysis else None,
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
