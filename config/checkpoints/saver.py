"""The checkpointer that LangGraph is given: it writes, and cannot stop the run that it writes
for."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Sequence
from contextlib import AsyncExitStack
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

from config.error_texts import error_line

from .engines import PATIENCE, saver_in

logger = logging.getLogger(__name__)
SMALL = 1_000
"""The most characters of a value, as JSON, that are stored; a larger one is replaced by its type
and size."""


class Keeper(BaseCheckpointSaver[str]):
    """Stores the checkpoints of one attempt. After the first failure it stores no more and logs a
    warning.

    It never returns a checkpoint: a run starts its graph from the beginning, whatever an earlier
    thread of this name may have left.
    """

    def __init__(self, thread: str) -> None:
        super().__init__()
        self.thread = thread
        self._stack = AsyncExitStack()
        self._saver: BaseCheckpointSaver[Any] | None = None

    async def open(self) -> None:
        await self._tried(self._open())

    async def close(self) -> None:
        await self._tried(self._stack.aclose())

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return None

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store the state after a node of the graph itself, not of a subgraph; the input is not
        stored as a checkpoint of its own."""
        within = config["configurable"].get("checkpoint_ns", "")
        if self._saver is not None and metadata["source"] != "input" and not within:
            values = {name: small(value) for name, value in checkpoint["channel_values"].items()}
            shortened: Checkpoint = {**checkpoint, "channel_values": values}
            await self._tried(self._saver.aput(config, shortened, metadata, new_versions))
        place = {"thread_id": self.thread, "checkpoint_ns": within}
        return {"configurable": {**place, "checkpoint_id": checkpoint["id"]}}

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Stores nothing: the writes of a node serve to resume a graph, and the ledger does
        that."""

    def get_next_version(self, current: str | None, channel: None) -> str:
        """Without the random number that LangGraph appends: nobody else writes to this thread."""
        return f"{int(current or 0) + 1:08}"

    async def _open(self) -> None:
        saver = await self._stack.enter_async_context(saver_in())
        await saver.adelete_thread(self.thread)  # of an earlier database with the same ids
        self._saver = saver

    async def _tried(self, act: Awaitable[object]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await act
        except Exception as error:  # noqa: BLE001 - a disk, a server or a package: in any way
            self._saver = None
            logger.warning("no checkpoints of %s from here on: %s", self.thread, error_line(error))


def small(value: Any) -> Any:
    """A small value as it is; for a larger one `[list of 15, 43839 characters]`."""
    characters = len(json.dumps(value, ensure_ascii=False, default=repr))
    if characters <= SMALL:
        return value
    items = f" of {len(value)}" if isinstance(value, (list, dict)) else ""
    return f"[{type(value).__name__}{items}, {characters} characters]"
