"""The second judge of a round: what a model says of it beside the numbers, which decide alone."""

from __future__ import annotations

import asyncio

from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState

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
