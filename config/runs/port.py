"""The ledger's interface for a graph's nodes. Free of Django, so that a graph may import it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

Compute = Callable[[], Any] | Callable[[], Awaitable[Any]]
"""Computes a step's output. A plain function must be quick: it blocks the event loop."""

Record = Callable[[Any], object]
"""Writes a step's domain rows, given its output; or returns them as `Rows`."""


class Rows(list[Any]):
    """New rows that the ledger inserts, together with those of other steps that it stores at the
    same time."""


class StepKey(NamedTuple):
    """The key of a step within a run."""

    node: str
    iteration: int = 0
    item: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.node, str(self.iteration), self.item]))


class Steps(Protocol):
    """Makes a step happen once in a run, however often its node runs."""

    async def aonce(self, key: StepKey, compute: Compute, record: Record | None = None) -> Any: ...


class MemorySteps:
    """Steps kept in memory, for a graph that runs without a database. Outputs are returned as
    computed, and no rows are recorded."""

    def __init__(self) -> None:
        self.outputs: dict[StepKey, Any] = {}

    async def aonce(self, key: StepKey, compute: Compute, record: Record | None = None) -> Any:
        if key not in self.outputs:
            self.outputs[key] = await computed(compute)
        return self.outputs[key]


async def computed(compute: Compute) -> Any:
    """The output of a plain or an async function."""
    output = compute()
    return await output if inspect.isawaitable(output) else output
