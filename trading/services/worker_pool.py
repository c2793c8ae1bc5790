"""The workers of a development: its own, or some that stay warm over many."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pandas as pd
from django.conf import settings

from trading.backtest.batch import Job, JobResult
from trading.backtest.pool import Listener, Pool

_WARM: ContextVar[Pool | None] = ContextVar("warm", default=None)
_LENT = itertools.count(1)


def workers() -> Pool:
    """A pool to use and to close: within `warm`, the same processes each time."""
    kept = _WARM.get()
    return Lent(kept) if kept is not None else _new()


@contextmanager
def warm() -> Iterator[None]:
    """Keep one pool for all developments executed within: starting workers takes seconds."""
    pool = _new()
    token = _WARM.set(pool)
    try:
        yield
    finally:
        _WARM.reset(token)
        pool.close()


def _new() -> Pool:
    # Looked up with each call: the tests put a pool without processes there.
    from trading.backtest import pool

    return pool.Pool(
        workers=settings.BACKTEST_WORKERS,
        memory_mib=settings.BACKTEST_MEMORY_MIB,
        deadline=settings.BACKTEST_TIMEOUT_SECONDS,
        cache_dir=settings.DATA_DIR / "compiled",
        module="trading.evidence.worker",
    )


class Lent(Pool):
    """Another's pool for one borrower, who closes it: the workers live on, the prices go.

    Workers keep prices by their name, so each borrower's names are its own: another's "holdout 1"
    is never taken for this one's.
    """

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self._pool = pool
        self._prefix = f"{next(_LENT)} "
        self._offered: set[str] = set()

    @property
    def pids(self) -> list[int]:
        return self._pool.pids

    def offer(self, digest: str, frame: pd.DataFrame) -> None:
        self._offered.add(digest)
        self._pool.offer(self._prefix + digest, frame)

    def forget(self, digest: str) -> None:
        self._offered.discard(digest)
        self._pool.forget(self._prefix + digest)

    async def run(self, jobs: Sequence[Job], on_result: Listener | None = None) -> list[JobResult]:
        return await self._pool.run([self._own(job) for job in jobs], on_result)

    def run_now(self, jobs: Sequence[Job], on_result: Listener | None = None) -> list[JobResult]:
        return self._pool.run_now([self._own(job) for job in jobs], on_result)

    def _own(self, job: Job) -> Job:
        window: dict[str, Any] | None = job.get("window")
        if not window or "prices" not in window:
            return job
        return {**job, "window": {**window, "prices": self._prefix + window["prices"]}}

    def close(self) -> None:
        """Take back the prices; what runs is given up by whoever waits for it."""
        for digest in sorted(self._offered):
            self.forget(digest)
