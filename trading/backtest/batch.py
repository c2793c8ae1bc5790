"""What a pool is given and gives back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from trading.backtest import wire
from trading.backtest.errors import BacktestError

Job = wire.Message
Attempts = list[dict[str, Any]]


@dataclass(frozen=True)
class JobResult:
    """What became of a job: `result` is plain JSON, None if every attempt failed.

    `error` is then the last attempt's; `attempts` has one entry a failed attempt, in order:
    `{"error": {"code", "message", "params"}}`. `seconds` is the time of the last attempt.
    """

    id: str
    result: dict[str, Any] | None
    error: dict[str, Any] | None = None
    attempts: Attempts = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return self.error is None


@dataclass(eq=False)
class Batch:
    """The jobs of one call, who hears of their results, and whether anybody still waits."""

    jobs: Sequence[Job]
    deliver: Callable[[int, JobResult], object]
    cancelled: threading.Event = field(default_factory=threading.Event)

    def done(self, i: int, result: dict[str, Any], attempts: Attempts, seconds: float) -> None:
        self.deliver(i, JobResult(self.jobs[i]["id"], result, None, attempts, seconds))

    def failed(self, i: int, error: BacktestError, attempts: Attempts, seconds: float) -> None:
        """`attempts` ends with this error, unless the job was never tried."""
        self.deliver(i, JobResult(self.jobs[i]["id"], None, told(error), attempts, seconds))


def told(error: BacktestError) -> dict[str, Any]:
    """An error as JSON."""
    return {"code": error.code, "message": str(error), "params": error.params}
