"""The workers of a pool: one a thread, started when first needed, replaced when broken."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trading.backtest import wire
from trading.backtest.child import Child
from trading.backtest.errors import JobFailure

# After these the process is as good as before.
SOUND = ("refused", "failed")


class Lanes:
    """Gives each thread that asks a worker of its own."""

    def __init__(self, *, module: str, memory_mib: int, cache_dir: Path | None) -> None:
        self._options: dict[str, Any] = {
            "module": module, "memory_mib": memory_mib, "cache_dir": cache_dir,
        }  # fmt: skip
        self._own = threading.local()
        self._children: set[Child] = set()
        self._first = threading.Lock()
        self._compiled = False
        # Forgotten without being closed, or at the interpreter's end.
        self.close = weakref.finalize(self, close_all, self._children)

    @property
    def pids(self) -> list[int]:
        return sorted(child.pid for child in self._children.copy())

    def ask(
        self, job: wire.Message, prices: Mapping[str, bytes], seconds: float, stop: threading.Event
    ) -> dict[str, Any]:
        """Put a job to this thread's worker. Raises JobFailure, or Cancelled once `stop` is set."""
        child = self._child(stop)
        sound = False
        try:
            result = child.ask(job, prices, seconds, stop)
            sound = True
        except JobFailure as failure:
            sound = failure.code in SOUND
            raise
        finally:
            if not sound:
                self._drop(child)
        return result

    def _child(self, stop: threading.Event) -> Child:
        child: Child | None = getattr(self._own, "child", None)
        if child is not None:
            return child
        if self._compiled:
            return self._start(stop)
        with self._first:  # alone, so that one compiles and the others load
            child = self._start(stop)
            self._compiled = True
            return child

    def _start(self, stop: threading.Event) -> Child:
        child = Child(**self._options)
        self._children.add(child)
        self._own.child = child
        ready = False
        try:
            child.wait_ready(stop)
            ready = True
        finally:
            if not ready:
                self._drop(child)
        return child

    def _drop(self, child: Child) -> None:
        self._own.child = None
        self._children.discard(child)
        child.close()


def close_all(children: set[Child]) -> None:
    while children:
        children.pop().close()
