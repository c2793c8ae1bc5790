"""The brokers as they are, but that they note when a poll began that found something."""

from __future__ import annotations

import time
from typing import Any

from config.runs.orm_broker import RungORM
from config.runs.redis_broker import Message, RunsFirst

from .notes import POLLED, TAKEN, note


class NotedORM(RungORM):
    def dequeue(self) -> Any:
        begun = time.monotonic()
        found = super().dequeue()
        if found:
            note(POLLED, begun)
            note(TAKEN)
        return found


class NotedRedis(RunsFirst):
    def take(self) -> Message | None:
        """It waits for a message; there is no poll."""
        found = super().take()
        if found:
            note(TAKEN)
        return found
