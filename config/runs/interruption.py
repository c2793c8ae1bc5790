"""Reasons to stop a run from outside its graph: the lease, a cancellation, a signal."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from config import outage

from .errors import LeaseLost, RunCancelled, RunError
from .lease import Lease

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""A run learns that it was cancelled within so many seconds, in the midst of a step, too."""


class Interrupted(RunError):
    """The process was told to end; the run goes back to the queue."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.signum = signum

    def leave(self) -> NoReturn:
        """End the process as the signal would have. Raises KeyboardInterrupt or SystemExit."""
        if self.signum == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + self.signum)


class Brake:
    """Stops the graph once, from any thread, and keeps the reason."""

    def __init__(self) -> None:
        self.reason: RunError | None = None
        self._lock = threading.RLock()  # re-entrant: a signal may come while it is held
        self._cancel: Any = None

    def pull(self, reason: RunError) -> None:
        """Stop the graph; the first reason stands."""
        with self._lock:
            if self.reason is None:
                self.reason = reason
                if self._cancel:
                    self._cancel()

    @contextmanager
    def on_current_task(self) -> Iterator[None]:
        """Within it, `pull` cancels the running asyncio task. Raises the reason if there is one."""
        task = asyncio.current_task()
        loop = asyncio.get_running_loop()
        with self._lock:
            self._cancel = lambda: loop.call_soon_threadsafe(task.cancel) if task else None
            pulled = self.reason
        try:
            if pulled:
                raise pulled
            yield
        except asyncio.CancelledError:
            if self.reason is None:
                raise
            raise self.reason from None
        finally:
            with self._lock:
                self._cancel = None


@contextmanager
def heartbeat(lease: Lease, brake: Brake) -> Iterator[None]:
    """Renews the lease every third of its length, from a thread with a connection of its own.

    It looks whether the run is to stop more often: who cancels one does not want to wait.
    """
    done = threading.Event()
    third = settings.RUN_LEASE_SECONDS / 3

    def beat() -> None:
        due = time.monotonic() + third
        try:
            while not done.wait(min(third, LOOK_SECONDS)):
                if time.monotonic() >= due:
                    due = time.monotonic() + third
                    _quietly(lease.heartbeat, lease)
                else:
                    _quietly(lease.heed, lease)
        except (LeaseLost, RunCancelled) as reason:
            brake.pull(reason)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"heartbeat-{lease.run_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _quietly(ask: Callable[[], None], lease: Lease) -> None:
    try:
        ask()
    except (DatabaseError, InterfaceError) as error:
        # A busy or absent database: the next beat tries again, and the fence guards the writes.
        outage.log(logger, f"run {lease.run_id}: the lease could not be renewed", error)
        connection.close()


@contextmanager
def signals(brake: Brake) -> Iterator[None]:
    """SIGTERM and SIGINT stop the run in good order; a second one does what it did before.

    Only the main thread can do so; a signal that is ignored stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.getsignal(number) for number in numbers}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(signum: int, frame: object) -> None:
        restore()
        brake.pull(Interrupted(signum))

    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, stop)
    try:
        yield
    finally:
        restore()
