"""Backtests by several warm worker processes.

Threads wait for the workers: nothing depends on one event loop, and a process that may have no
children by multiprocessing (a daemon, as django-q's workers are) can use it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

import pandas as pd

from trading.backtest import wire
from trading.backtest.child import Cancelled, Capacity, Lanes, plan
from trading.backtest.types import JobFailure, PoolError
from trading.backtest.wire import Attempts, Batch, Job, JobResult, told

# The queue before a pool's workers: attempts, and attempts again.


class Dispatcher:
    """Hands jobs to lanes in the order they came, and again those that failed.

    `deadline` is in seconds an attempt, `prices` what jobs may name in their window.
    """

    def __init__(
        self,
        lanes: Lanes,
        *,
        workers: int,
        deadline: float,
        retries: int,
        prices: Mapping[str, bytes],
    ) -> None:
        self._lanes, self._deadline, self._retries = lanes, deadline, retries
        self._prices = prices
        self._executor = ThreadPoolExecutor(workers, "backtest")
        self._batches: list[Batch] = []
        self._closed = False

    def start(self, batch: Batch) -> None:
        self._batches.append(batch)
        for i in range(len(batch.jobs)):
            self._submit(batch, i, [])

    def end(self, batch: Batch) -> None:
        """Nobody waits for the batch any more: what is left of it is given up."""
        batch.cancelled.set()
        self._batches.remove(batch)

    def close(self) -> None:
        """Give up all batches and wait for the threads."""
        self._closed = True
        for batch in self._batches.copy():
            batch.cancelled.set()
        self._executor.shutdown()

    def _submit(self, batch: Batch, i: int, attempts: Attempts) -> None:
        try:
            self._executor.submit(self._attempt, batch, i, attempts)
        except RuntimeError:  # closed meanwhile
            batch.failed(i, PoolError("closed"), attempts, 0.0)

    def _attempt(self, batch: Batch, i: int, attempts: Attempts) -> None:
        """In a lane's thread: one attempt at job i, then its result, or the queue again."""
        begun = time.monotonic()
        try:
            result = self._ask(batch, i)
        except Cancelled:
            if self._closed:
                batch.failed(i, PoolError("closed"), attempts, 0.0)
            return
        except JobFailure as error:
            failure = error
        except Exception as error:  # noqa: BLE001  # a thread's end: unheard, the caller waits on
            failure = JobFailure(
                "failed", kind=type(error).__name__, detail=str(error), where="pool"
            )
        else:
            batch.done(i, result, attempts, time.monotonic() - begun)
            return
        attempts = [*attempts, {"error": told(failure)}]
        if failure.code == "refused" or len(attempts) > self._retries:
            batch.failed(i, failure, attempts, time.monotonic() - begun)
        else:
            self._submit(batch, i, attempts)

    def _ask(self, batch: Batch, i: int) -> dict[str, Any]:
        if self._closed or batch.cancelled.is_set():
            raise Cancelled
        job = batch.jobs[i]
        seconds = float(job.get("deadline") or self._deadline)
        return self._lanes.ask(job, self._prices, seconds, batch.cancelled)


WORKERS = 5
MEMORY_MIB = 512  # a worker that takes more is taken for a runaway
DEADLINE = 120.0  # seconds for one attempt at a job
RETRIES = 3

Listener = Callable[[JobResult], object]


class Pool:
    """Warm workers and the queue before them. Close it, or use it as a context manager.

    `workers` is the most there will be, never more than the CPUs or the memory allow: checked
    before the first starts, and told in `capacity`. `memory_mib` is what one worker may take,
    `deadline` the seconds an attempt at a job may last (a job's own "deadline" goes first),
    `cache_dir` where compiled code is kept.
    """

    def __init__(
        self,
        *,
        workers: int = WORKERS,
        memory_mib: int = MEMORY_MIB,
        deadline: float = DEADLINE,
        retries: int = RETRIES,
        cache_dir: Path | None = None,
        module: str = "trading.backtest.worker",
    ) -> None:
        self.capacity: Capacity | None = None
        self._wanted, self._deadline, self._retries = workers, deadline, retries
        self._lanes = Lanes(module=module, memory_mib=memory_mib, cache_dir=cache_dir)
        self._prices: dict[str, bytes] = {}
        self._dispatcher: Dispatcher | None = None
        self._closed = False
        self._owner = os.getpid()

    @property
    def pids(self) -> list[int]:
        """The processes of the workers that run now."""
        return self._lanes.pids

    def offer(self, digest: str, frame: pd.DataFrame) -> None:
        """Prices by their hash, for jobs to name in their window; shipped once a worker."""
        if digest not in self._prices:
            self._prices[digest] = wire.pack_frame(digest, frame)

    def forget(self, digest: str) -> None:
        """Free what `offer` keeps."""
        self._prices.pop(digest, None)

    async def run(self, jobs: Sequence[Job], on_result: Listener | None = None) -> list[JobResult]:
        """The jobs' results, in the order of the jobs; `on_result` hears each as it comes.

        A job that fails goes back to the end of the queue, up to `retries` times, unless it was
        refused: bad input stays bad. A caller that is cancelled cancels its jobs. Raises
        PoolError when no worker can be started, or a job names prices nobody offered.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Queue[tuple[int, JobResult]] = asyncio.Queue()

        def deliver(i: int, result: JobResult) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits
                loop.call_soon_threadsafe(done.put_nowait, (i, result))

        found: dict[int, JobResult] = {}
        with self._batch(jobs, deliver):
            while len(found) < len(jobs):
                i, found[i] = await done.get()
                if on_result is not None:
                    on_result(found[i])
        return [found[i] for i in range(len(jobs))]

    def run_now(self, jobs: Sequence[Job], on_result: Listener | None = None) -> list[JobResult]:
        """`run` for a caller without an event loop: blocks until all jobs are done."""
        done: queue.SimpleQueue[tuple[int, JobResult]] = queue.SimpleQueue()
        found: dict[int, JobResult] = {}
        with self._batch(jobs, lambda i, result: done.put((i, result))):
            while len(found) < len(jobs):
                i, found[i] = done.get()
                if on_result is not None:
                    on_result(found[i])
        return [found[i] for i in range(len(jobs))]

    @contextlib.contextmanager
    def _batch(
        self, jobs: Sequence[Job], deliver: Callable[[int, JobResult], object]
    ) -> Iterator[None]:
        """Queue jobs; what is left of them when the caller goes is given up."""
        dispatcher, batch = self._ready(jobs), Batch(jobs, deliver)
        dispatcher.start(batch)
        try:
            yield
        finally:
            dispatcher.end(batch)

    def _ready(self, jobs: Sequence[Job]) -> Dispatcher:
        if self._closed:
            raise PoolError("closed")
        if self._owner != os.getpid():
            raise PoolError("forked")
        for job in jobs:
            digest = job.get("window", {}).get("prices")
            if digest is not None and digest not in self._prices:
                raise PoolError("unknown_prices", prices=digest)
        if self._dispatcher is None:
            self.capacity = plan(self._wanted)
            self._dispatcher = Dispatcher(
                self._lanes,
                workers=self.capacity.workers,
                deadline=self._deadline,
                retries=self._retries,
                prices=self._prices,
            )
        return self._dispatcher

    def close(self) -> None:
        """Give up what is under way, end all workers and wait for them."""
        self._closed = True
        if self._dispatcher is not None:
            self._dispatcher.close()
        self._lanes.close()
        self._prices.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
