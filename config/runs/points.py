"""Named points that every run passes, so that it can be killed exactly there.

Nobody listens in a worker of yours: tests do, and `manage.py chaos`, which counts computations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Point = Literal[
    "claimed",  # the run is ours, nothing is done yet
    "call",  # before a step is computed
    "called",  # its output is there, and nowhere but in memory
    "asked",  # the row of a model call is committed, the call is not made
    "answered",  # the model's answer is there, its row says nothing of it
    "store",  # before the transaction that stores steps
    "commit",  # steps and domain rows are written, not committed
    "committed",  # they are committed, and the graph does not know yet
    "keep",  # the state after a node is written, not committed
    "kept",
    "finish",  # the graph is at its end, the run is not
    "ending",  # the last rows and the status are written, not committed
    "ended",
]
Listener = Callable[[Point, int, str], None]
"""Hears of a point, the run, and the step where there is one."""

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have all points of this process told, from now on."""
    _listeners.append(listener)


def passed(point: Point, run_id: int, what: object = "") -> None:
    """A run is at this point."""
    for listener in _listeners:
        listener(point, run_id, str(what))
