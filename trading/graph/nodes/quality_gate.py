"""Judgement: gates, failure, trajectory, what is done next; at the very last the holdout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from langgraph.runtime import Runtime

from config.runs.port import StepKey
from trading.domain.gates import GateResult
from trading.domain.limits import limit_options
from trading.domain.routing import determine_next_action, final_status, more_room, wanted_action
from trading.domain.trajectory import Trajectory
from trading.graph import evidence, judging
from trading.graph.context import Context, Document
from trading.graph.nodes.holding import hold
from trading.graph.nodes.second import notes_of, second_opinions, with_opinions
from trading.graph.state import WorkflowState
from trading.graph.wording import sentence, told


async def quality_gate(state: WorkflowState, runtime: Runtime[Context]) -> Document:
    """Judge the round. The holdout is opened for the best variant that passed every gate."""
    context = runtime.context

    # Steps of their own, before this one: a crash repeats none of them, nor their trials.
    known = await evidence.gathered(state, context)
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
    results = judging.gate_results(state, context.profile)
    order = judging.ranked(results, state)
    rows, errors = await _rechecked(state, context, results, order)
    passing = [index for index in order if rows[index]["passed_all_gates"]]
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
    differing = evidence.errors(state) | {
        row["variant_index"]: row["recheck"]["difference"] for row in rows if "recheck" in row
    }
    sound = [index for index in order if index not in differing]
    best = next(iter(sound or order), None)
    return update | _decide(state, context, results, best, differing)


def _unexamined(state: WorkflowState) -> list[str]:
    """A line for each variant whose examination failed."""
    names = [variant["name"] for variant in state["strategy_variants"]]
    return [f"quality_gate: {names[i]}: {error}" for i, error in evidence.errors(state).items()]


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
    known = judging.evidence(state, context.train_bars, context.bars_per_year)
    _found, analysis = judging.failure(state, results, context.profile, known, differing)
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
    closed = judging.closed(
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
        if entry := judging.best_entry(closed["iteration_history"]):
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
