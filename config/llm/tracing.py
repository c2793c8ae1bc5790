"""What happens in a run, told to whoever traces it: nothing here waits, and nothing here fails.

A trace is told as it happens, a `Began` and an `Ended` a span, each with its time; what becomes of
that is the affair of whoever hears it (langfuse.py). Without one there is NO_TRACE, which does
nothing.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from hashlib import sha256
from typing import Any, Literal, NamedTuple, Protocol

Kind = Literal["run", "node", "step", "generation"]
Facts = Mapping[str, Any]


class Began(NamedTuple):
    """A span that begins. `facts` of a generation are those of its call (traced_store.py)."""

    trace: int
    span: int
    parent: int | None
    kind: Kind
    name: str
    at: int
    facts: Facts


class Ended(NamedTuple):
    """Its end; `fault` is the code of what went wrong, empty when nothing did."""

    trace: int
    span: int
    at: int
    facts: Facts
    fault: str = ""


Tell = Callable[[Began | Ended], None]
_step: ContextVar[int | None] = ContextVar("step", default=None)


class Tracing(Protocol):
    """What a run's parts tell a trace."""

    on: bool

    def step(self, node: str, iteration: int, item: str) -> AbstractContextManager[None]:
        """Within it the step is computed."""

    def node_done(self, node: str) -> None:
        """A node of the graph is done."""

    def begin(self, kind: Kind, name: str, facts: Facts, node: str = "") -> int:
        """A span begins, in the step that is computed just now, or in the node."""

    def end(self, span: int, facts: Facts, fault: str = "") -> None:
        """It ends."""

    def close(self, status: str) -> None:
        """The run has ended, for now or for good."""


class NoTrace:
    """Tells nobody."""

    on = False

    def step(self, node: str, iteration: int, item: str) -> AbstractContextManager[None]:
        return nullcontext()

    def node_done(self, node: str) -> None: ...

    def begin(self, kind: Kind, name: str, facts: Facts, node: str = "") -> int:
        return 0

    def end(self, span: int, facts: Facts, fault: str = "") -> None: ...

    def close(self, status: str) -> None: ...


NO_TRACE = NoTrace()


class Trace:
    """One run's spans. A node's begins with its first step and ends when the graph says so.

    `seed` is what makes the trace: the same one, by whoever takes the run up again.
    """

    on = True

    def __init__(self, tell: Tell, seed: str, name: str, facts: Facts) -> None:
        self._tell = tell
        self._id = int.from_bytes(sha256(seed.encode()).digest()[:16])
        self._numbers = itertools.count(1)
        self._nodes: dict[str, int] = {}
        self._run = self._began(None, "run", name, facts)

    @contextmanager
    def step(self, node: str, iteration: int, item: str) -> Iterator[None]:
        whole = span = self._node(node)
        if item:  # one of several; the only step of its node needs no span beside the node's
            span = self._began(whole, "step", item, {"iteration": iteration})
        token, fault = _step.set(span), "failed"
        try:
            yield
            fault = ""
        finally:
            _step.reset(token)
            if span != whole:
                self.end(span, {}, fault)

    def node_done(self, node: str) -> None:
        if node in self._nodes:
            self.end(self._nodes.pop(node), {})

    def begin(self, kind: Kind, name: str, facts: Facts, node: str = "") -> int:
        parent = _step.get()
        if parent is None:
            parent = self._node(node) if node else self._run
        return self._began(parent, kind, name, facts)

    def end(self, span: int, facts: Facts, fault: str = "") -> None:
        self._tell(Ended(self._id, span, time.time_ns(), facts, fault))

    def close(self, status: str) -> None:
        fault = "" if status == "done" else status
        for node in self._nodes.values():
            self.end(node, {}, fault)
        self._nodes.clear()
        self.end(self._run, {"status": status}, fault)

    def _node(self, name: str) -> int:
        if name not in self._nodes:
            self._nodes[name] = self._began(self._run, "node", name, {})
        return self._nodes[name]

    def _began(self, parent: int | None, kind: Kind, name: str, facts: Facts) -> int:
        span = next(self._numbers)
        self._tell(Began(self._id, span, parent, kind, name, time.time_ns(), facts))
        return span


logger = logging.getLogger(__name__)
_warned = threading.Event()


def warn_once(why: str) -> None:
    """One line a process, however often it fails."""
    if not _warned.is_set():
        _warned.set()
        logger.warning("runs are not traced (%s); they go on without: see manage.py doctor", why)
