"""A pool without processes, and developments on small histories of the tests' own."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from config.runs.execution import execute
from config.runs.models import Run
from tests.trading.market.files import walk
from tests.trading.storage.stored import dataset
from trading.backtest.types import BacktestError, JobFailure
from trading.backtest.wire import Job, JobResult, told
from trading.domain.limits import Limits
from trading.evidence.worker import HANDLERS
from trading.models import Dataset, Strategy
from trading.services.submit import Development, start_development

FEW = Limits(max_iterations=3, max_strategy_iterations=2, max_research_iterations=2, variants=3,
             seed=7)  # fmt: skip


class InlinePool:
    """Runs each job at once, as a worker would: JSON in, JSON out, errors as results.

    The handlers keep windows by the name of their prices for as long as the process lives, so each
    pool's names are its own: another test's "holdout 1" is never taken for this one's.
    """

    _POOLS = itertools.count(1)

    def __init__(self, **_options: Any) -> None:
        self.prices: dict[str, pd.DataFrame] = {}
        self._own = f"{next(self._POOLS)} "

    def offer(self, digest: str, frame: pd.DataFrame) -> None:
        self.prices.setdefault(digest, frame)

    def forget(self, digest: str) -> None:
        self.prices.pop(digest, None)

    async def run(self, jobs: Sequence[Job], _on_result: Any = None) -> list[JobResult]:
        return [self._one(json.loads(json.dumps(job))) for job in jobs]

    def _one(self, job: Job) -> JobResult:
        frame = self.prices[job["window"]["prices"]]
        job["window"]["prices"] = self._own + job["window"]["prices"]
        try:
            found = HANDLERS[job["kind"]](job, frame)
        except BacktestError as error:
            return JobResult(job["id"], None, told(error), [{"error": told(error)}])
        except Exception as error:  # noqa: BLE001  # as the worker's own boundary does
            failure = JobFailure(
                "failed", kind=type(error).__name__, detail=str(error), where=job["id"]
            )
            return JobResult(job["id"], None, told(failure), [{"error": told(failure)}])
        return JobResult(job["id"], json.loads(json.dumps(found, allow_nan=False)))

    def close(self) -> None:
        self.prices.clear()


def momentum(count: int = 1_500, phi: float = 0.35, seed: int = 5) -> pd.DataFrame:
    """Bars with a planted edge: close-to-close returns follow AR(1), the open is the last close."""
    rng = np.random.default_rng(seed)
    noise = rng.normal(0, 0.012 * (1 - phi**2) ** 0.5, count)
    returns = np.zeros(count)
    for i in range(1, count):
        returns[i] = phi * returns[i - 1] + noise[i]
    close = 100 * np.exp(np.cumsum(returns))
    opened = np.concatenate([[100.0], close[:-1]])
    spread = np.exp(np.abs(rng.normal(0, 0.001, count)))
    return pd.DataFrame(
        {
            "Open": opened,
            "High": np.maximum(opened, close) * spread,
            "Low": np.minimum(opened, close) / spread,
            "Close": close,
            "Volume": rng.integers(1_000, 10_000, count).astype(float),
        },
        index=walk(count, begin="2005-01-03").index,
    )


def started(
    ticker: str = "WALK",
    limits: Limits = FEW,
    memory: str = "none",
    profile: str = "classic",
    **asked: Any,
) -> Development:
    """A development asked for and not yet run, on a random walk unless the ticker is stored.

    Its gates ask for no evidence, which takes seconds to gather, unless others are named.
    """
    if not Dataset.objects.filter(ticker=ticker).exists():
        dataset(ticker=ticker)
    return start_development(
        ticker=ticker, limits=limits, memory=memory, profile=profile, wake=False, **asked
    )


def developed(ticker: str = "WALK", **asked: Any) -> Strategy:
    """A development, run to its end in this process."""
    development = started(ticker, **asked)
    run = execute(development.run.pk)
    assert run.status == Run.Status.DONE, run.error
    return Strategy.objects.get(pk=development.strategy.pk)


def stored() -> dict[str, int]:
    """How many rows there are of each model that a request may write."""
    from django.apps import apps

    models: list[Any] = [*apps.get_app_config("trading").get_models(), Run]
    return {model.__name__: model._default_manager.count() for model in models}
