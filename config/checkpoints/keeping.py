"""Has a graph keep its checkpoints, where that is asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from django.conf import settings


@asynccontextmanager
async def keeping(graph: Any, run_id: int, fence: int) -> AsyncIterator[tuple[Any, dict[str, Any]]]:
    """The graph of one attempt at a run, and what `astream` is to be told beside its state."""
    if not settings.CHECKPOINTS:
        yield graph, {}
        return
    from .saver import Keeper

    keeper = Keeper(f"{run_id}:{fence}")
    await keeper.open()
    try:
        config = {"configurable": {"thread_id": keeper.thread}}
        yield graph.copy({"checkpointer": keeper}), {"config": config, "durability": "sync"}
    finally:
        await keeper.close()
