"""The trace of a run as events; nothing here waits or fails.

Events are `Began` and `Ended`, a pair for each span, each with its time; a listener sends them
(langfuse.py). Without a listener there is NO_TRACE, which does nothing.
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
    """The beginning of a span. `facts` of a generation are those of its call (traced_store.py)."""

    trace: int
    span: int
    parent: int | None
    kind: Kind
    name: str
    at: int
    facts: Facts


class Ended(NamedTuple):
    """The end of a span; `fault` is the code of a failure, empty without one."""

    trace: int
    span: int
    at: int
    facts: Facts
    fault: str = ""


Tell = Callable[[Began | Ended], None]
_step: ContextVar[int | None] = ContextVar("step", default=None)


class Tracing(Protocol):
    """What the parts of a run report to a trace."""

    on: bool

    def step(self, node: str, iteration: int, item: str) -> AbstractContextManager[None]:
        """A context in which the step is computed."""

    def node_done(self, node: str) -> None:
        """A node of the graph has ended."""

    def begin(self, kind: Kind, name: str, facts: Facts, node: str = "") -> int:
        """A span begins, in the step that is being computed, or in the node."""

    def end(self, span: int, facts: Facts, fault: str = "") -> None:
        """The span ends."""

    def close(self, status: str) -> None:
        """The run has ended, for now or for good."""


class NoTrace:
    """A trace without a listener."""

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
    """The spans of one run. A node's span begins with its first step and ends when the graph
    reports it.

    `seed` determines the trace's id: the same for every process that continues the run.
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
        if item:  # one of several steps; a node's only step needs no span of its own
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
    """Log one line per process, however often it fails."""
    if not _warned.is_set():
        _warned.set()
        logger.warning("runs are not traced (%s); they go on without: see manage.py doctor", why)
