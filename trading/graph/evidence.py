"""Evidence in the order it is gathered: examinations side by side, then the count of trials."""

from __future__ import annotations

import asyncio

from config.runs.port import StepKey
from trading.domain.gates import cheap_gates
from trading.graph import figures
from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState

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


def errors(state: WorkflowState) -> dict[int, str]:
    """The examinations that failed, by the index of the variant."""
    found = enumerate(state.get("evidence") or ())
    return {index: one["error"] for index, one in found if one and one["error"]}


async def _examined(state: WorkflowState, context: Context, index: int) -> Document | None:
    """A variant's examination, with the number of its trials in their place.

    None for one that the cheap gates stopped: nothing more is asked of it.
    """
    passed = cheap_gates(context.profile, figures.played(state, index)).passed
    if state["backtest_results"][index]["error"] or not passed:
        return None
    variant, iteration = state["strategy_variants"][index], state["current_iteration"]

    async def compute() -> Document:
        found = await context.bench.examine(variant, state["seed"])
        return {"iteration": iteration, "variant_index": index, **found}

    key = StepKey(_NODE, iteration, f"evidence variant {index}")
    output = await context.steps.aonce(key, compute, context.record("examined_evidence"))
    return dict(output) | {"trials": len(output["trials"])}
