"""What a graph's node sees of the ledger. Free of Django, so that a graph may import it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Protocol

Compute = Callable[[], Any] | Callable[[], Awaitable[Any]]
"""Makes a step's output. A plain function must be quick: it holds the event loop."""

Record = Callable[[Any], object]
"""Writes a step's domain rows, given its output; or returns them as `Rows`."""


class Rows(list[Any]):
    """New rows that the ledger is to insert, with those of steps it stores in the same go."""


class StepKey(NamedTuple):
    """What tells one step of a run from another."""

    node: str
    iteration: int = 0
    item: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, [self.node, str(self.iteration), self.item]))


class Steps(Protocol):
    """Makes a step happen once in a run, however often its node runs."""

    async def aonce(self, key: StepKey, compute: Compute, record: Record | None = None) -> Any: ...


class MemorySteps:
    """Steps kept for the life of the object, for a graph that runs without a database.

    It gives each output back as it was computed and has no rows to record.
    """

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
