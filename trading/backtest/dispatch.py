"""The queue before a pool's workers: attempts, and attempts again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from trading.backtest.batch import Attempts, Batch, told
from trading.backtest.child import Cancelled
from trading.backtest.errors import JobFailure, PoolError
from trading.backtest.lanes import Lanes


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
