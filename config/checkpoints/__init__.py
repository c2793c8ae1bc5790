"""LangGraph's checkpoints of a run, for looking back at it: written, and never read by a run.

What a run needs to go on is in the ledger (ADR 4). These may be missing, old or broken (ADR 16).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from django.conf import settings


@asynccontextmanager
async def checkpointed(
    graph: Any, run_id: int, fence: int
) -> AsyncIterator[tuple[Any, dict[str, Any]]]:
    """The graph of one attempt at a run, and the further arguments of its `astream`."""
    if not settings.CHECKPOINTS:
        yield graph, {}
        return
    from config.checkpoints.saver import Keeper

    keeper = Keeper(f"{run_id}:{fence}")
    await keeper.open()
    try:
        config = {"configurable": {"thread_id": keeper.thread}}
        yield graph.copy({"checkpointer": keeper}), {"config": config, "durability": "sync"}
    finally:
        await keeper.close()
