"""Named points that every run passes, so that a test can kill it exactly there.

In production there is no listener; tests have one, and `manage.py chaos`, which counts
computations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Point = Literal[
    "claimed",  # the run is claimed, nothing is done yet
    "call",  # before a step is computed
    "called",  # its output exists in memory only
    "asked",  # the row of a model call is committed, the call is not made
    "answered",  # the model has answered, the row does not have the answer yet
    "store",  # before the transaction that stores steps
    "commit",  # steps and domain rows are written, not committed
    "committed",  # they are committed, and the graph does not know yet
    "keep",  # the state after a node is written, not committed
    "kept",
    "finish",  # the graph has ended, the run has not
    "ending",  # the last rows and the status are written, not committed
    "ended",
]
Listener = Callable[[Point, int, str], None]
"""Called with the point, the run, and the step where there is one."""

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Set the listener for all points of this process."""
    _listeners.append(listener)


def passed(point: Point, run_id: int, what: object = "") -> None:
    """A run has reached this point."""
    for listener in _listeners:
        listener(point, run_id, str(what))
