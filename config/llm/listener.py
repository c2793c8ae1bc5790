"""Hands on what a trace tells, in a thread of its own: whoever tells it never waits.

What does not fit into the queue is dropped, and so is everything when the other side cannot be
made. The thread ends with its process, whatever it is at; a process that ends in good order gives
it `FLUSH_SECONDS` for what is left.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
from collections.abc import Callable
from multiprocessing.util import Finalize
from typing import Protocol

from .tracing import Began, Ended

logger = logging.getLogger(__name__)
QUEUE = 2_000
FLUSH_SECONDS = 2.0
_warned = threading.Event()


class Spans(Protocol):
    """The other side. What it raises is its own affair."""

    def hear(self, told: Began | Ended) -> None: ...

    def flush(self) -> None: ...


class Listener:
    """One for each destination and process; after a fork it begins anew."""

    def __init__(self, make: Callable[[], Spans]) -> None:
        self._make = make
        self._pid = 0
        self._lock = threading.Lock()
        self._queue: queue.Queue[Began | Ended | threading.Event] = queue.Queue(QUEUE)

    def tell(self, told: Began | Ended) -> None:
        if self._pid != os.getpid():
            self._start()
        self._put(told)

    def flush(self, seconds: float = FLUSH_SECONDS) -> bool:
        """Wait until all is handed on, but no longer than this; say whether it is."""
        done = threading.Event()
        return self._pid == os.getpid() and self._put(done) and done.wait(seconds)

    def _put(self, item: Began | Ended | threading.Event) -> bool:
        try:
            self._queue.put_nowait(item)
        except queue.Full:
            return False
        return True

    def _start(self) -> None:
        with self._lock:
            if self._pid == os.getpid():
                return
            self._queue = queue.Queue(QUEUE)
            self._pid = os.getpid()
            thread = threading.Thread(target=self._work, name="tracing", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:  # no thread is to be had: the run goes on
                warn_once(str(error))
            # Workers of the queue are multiprocessing's, which leave without `atexit`.
            Finalize(None, self.flush, exitpriority=100)

    def _work(self) -> None:
        spans: Spans | None = None
        heard = self._queue
        try:
            spans = self._make()
        except Exception as error:  # noqa: BLE001 - the boundary to an optional library
            warn_once(f"{type(error).__name__}: {error}")
        while True:
            item = heard.get()
            try:
                if spans is not None:
                    spans.flush() if isinstance(item, threading.Event) else spans.hear(item)
            except Exception as error:  # noqa: BLE001 - the boundary to an optional library
                warn_once(f"{type(error).__name__}: {error}")
            if isinstance(item, threading.Event):
                item.set()


def warn_once(why: str) -> None:
    """One line a process, however often it fails."""
    if not _warned.is_set():
        _warned.set()
        logger.warning("runs are not traced (%s); they go on without: see manage.py doctor", why)
