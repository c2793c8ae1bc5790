"""The bench of a development: backtests on train and validation, by a pool of workers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
import pandas as pd
from django.conf import settings
from numpy.typing import NDArray

from config.error_texts import TranslatableError
from trading.analyst.variants import rules_hash
from trading.backtest import relative, wire
from trading.backtest.pool import Listener, Pool
from trading.backtest.wire import Job, JobResult, rows_of, split_grid
from trading.domain.broker import CASH, Broker
from trading.domain.calculation import CURRENT, FIRST, counts_alike, judges_by_noise
from trading.evidence.appraisal import hedged
from trading.evidence.sharpe import Moments, moments, probabilistic_sharpe_ratio
from trading.graph.context import Document
from trading.market.data import MarketData
from trading.strategies.parse import parse_spec
from trading.strategies.search import SETS, grid_size
from trading.strategies.spec import StrategySpec, spec_hash

# What an examination tried that failed before it could say so: counted at its most.

_TOLD = ("refused", "failed")
"""Failures of the job itself; the others are of its worker, at any moment."""


def unreported(variant: Document, error: Mapping[str, Any], frame: pd.DataFrame) -> list[Document]:
    """A trial for each parameter set that may have been played, at most: nothing that was tried
    goes uncounted.

    Which sets they were is not known. They bear the hash of the spec in place of that of its
    rules, so that none is taken for another's and none is played anew: each counts as its own.
    """
    spec = parse_spec(variant["spec"])
    if error["code"] in _TOLD and _never_played(spec, frame):
        return []
    return [
        {
            "kind": variant["approach"],
            "rules_hash": spec_hash(spec),
            "parameters": {"unreported": number},
            "sharpe_ratio": None,
            "total_trades": None,
            "source": "walk_forward",
        }
        for number in range(ceiling(spec))
    ]


def ceiling(spec: StrategySpec) -> int:
    """The sets that an examination plays, at most: those of every fold, and the neighbours."""
    from trading.evidence.appraisal import neighbourhood
    from trading.evidence.folds import FOLDS
    from trading.evidence.walk_forward.forward import WAYS

    if not spec.parameters:
        return 0
    return min(grid_size(spec), len(WAYS) * FOLDS * SETS + len(neighbourhood(spec)))


def _never_played(spec: StrategySpec, frame: pd.DataFrame) -> bool:
    """Whether it is refused on these bars before any set is played, as an examination begins."""
    from trading.strategies.signals import compute_signals

    try:
        compute_signals(spec, frame)
    except TranslatableError:
        return True
    return False


Floats = NDArray[np.float64]

SEGMENTS = ("train", "validation")
EVIDENCE: Mapping[str, Callable[[], Any]] = {
    "segments": dict,
    "answers": dict,
    "rolling": dict,
    "folds": list,
    "trials": list,
}


class PoolBench:
    """Plays variants on what `MarketData` holds, which ends before the holdout.

    Every window starts with the first bar, so that indicators have all of their past; decisions
    and figures begin with the segment.
    """

    def __init__(
        self,
        pool: Pool,
        data: MarketData,
        *,
        cash: float,
        commission: float,
        calculation: int = CURRENT,
        fractions: bool = False,
        broker: Broker = CASH,
    ) -> None:
        self._pool = pool
        self._segments = data.segments
        self._frame = data.frame
        self._prices = f"{data.sha256} {data.segments}"
        self._money: Document = {
            "cash": cash,
            "commission": commission,
            "bars_per_year": data.bars_per_year,
            "calculation": calculation,
            "fractions": fractions,
            "broker": broker,
        }
        pool.offer(self._prices, data.frame)

    async def backtest(self, variant: Document) -> Document:
        """`{engine, error, attempts, segments}`: the figures of each segment that was played."""
        jobs = [self._job("backtest", variant["spec"], segment) for segment in SEGMENTS]
        results = await self._pool.run(jobs)
        figures = {
            segment: figures_of(found.result, self._money["calculation"])
            for segment, found in zip(SEGMENTS, results, strict=True)
            if found.result is not None
        }
        played = [found.result["engine"] for found in results if found.result is not None]
        return {
            "engine": played[-1] if played else "",
            "error": next((_said(found) for found in results if not found.ok), ""),
            "attempts": [attempt for found in results for attempt in found.attempts],
            "segments": figures,
        }

    async def search(
        self, spec: StrategySpec, sets: Sequence[Mapping[str, float]]
    ) -> list[Document]:
        """Each set on train, with all its figures; one that cannot be played has none."""
        job = self._job("grid", spec.document(), "train") | {"parameter_sets": list(sets)}
        parts = split_grid(job)
        return [_row(found) for found in rows_of(parts, await self._pool.run(parts))]

    async def tune(self, spec: StrategySpec, seed: Sequence[int]) -> Document:
        """`{parameters, rows}`: the values that train prefers, and every set that was looked at.

        The spec's own values and no rows where they cannot be played; with `lost`, as many sets as
        may have been looked at, where the worker was stopped at it.
        """
        job = self._job("tune", spec.document(), "train")
        job |= {"train_bars": self._segments.train[1], "seed": list(seed)}
        found = (await self._pool.run([job]))[0]
        if found.result is not None:
            return found.result
        stopped = found.error is not None and found.error["code"] not in _TOLD
        untouched: Document = {"parameters": dict(spec.values), "rows": []}
        return untouched | {"lost": min(grid_size(spec), SETS)} if stopped else untouched

    async def recheck(self, variant: Document) -> Document:
        """The variant on both engines, on validation: `{agrees, difference, compared}`."""
        found = (await self._pool.run([self._job("finalist", variant["spec"], "validation")]))[0]
        compared = bool(found.result and found.result["compared"])
        return {"agrees": found.ok, "difference": _said(found), "compared": compared}

    async def examine(self, variant: Document, seed: int) -> Document:
        """`{error, attempts}` and the evidence on all bars before the holdout.

        See `trading.evidence.walk_forward.examine`; parts are empty where there is an error,
        but for `trials`: as many as it may have tried, `unreported` is their number.
        """
        train, before_holdout = self._segments.train, self._segments.validation[1]
        job = self._job("evidence", variant["spec"], "validation") | {
            "window": {"prices": self._prices, "bars": [0, before_holdout]},
            "train_bars": train[1],
            "seed": seed,
            "as_written": variant.get("as_written", False),
        }
        found = (await self._pool.run([job]))[0]
        told: Document = {"error": _said(found), "attempts": found.attempts}
        if found.result is None:
            tried = unreported(variant, found.error or {"code": ""}, self._frame[:before_holdout])
            empty = {name: kind() for name, kind in EVIDENCE.items()}
            return told | empty | ({"trials": tried, "unreported": len(tried)} if tried else {})
        # Trials are of the variant's rules, whatever their parameters.
        of = {"kind": variant["approach"], "rules_hash": rules_hash(parse_spec(variant["spec"]))}
        return told | found.result | {"trials": [of | one for one in found.result["trials"]]}

    def _job(self, kind: str, spec: Document, segment: str) -> Document:
        begin, end = getattr(self._segments, segment)
        window = {"prices": self._prices, "bars": [0, end], "trade_from": begin}
        return {"id": segment, "kind": kind, "spec": spec, "window": window, **self._money}


def moments_of(result: Mapping[str, Any], calculation: int) -> Moments | None:
    """The moments of the returns a bar on a backtest's segment; 0 where all money is lost."""
    equity = wire.array_of(result["equity"])[_first(result["trade_from"], calculation) :]
    before = equity[:-1]
    gained = np.divide(np.diff(equity), before, out=np.zeros_like(before), where=before > 0)
    return moments(gained)


def beyond_market(equity: Floats, close: Floats, trade_from: int, calculation: int) -> Document:
    """`hedged`, the moments of what was earned beyond the market from bar `trade_from` on; both
    series (bars,). Nothing before the third calculation."""
    if not judges_by_noise(calculation):
        return {}
    first = _first(trade_from, calculation)
    known = moments(hedged(relative.returns(equity[first:]), relative.returns(close[first:])))
    return {"hedged": list(known) if known else None}


def _first(trade_from: int, calculation: int) -> int:
    """The bar from whose close on the returns of a segment count."""
    return trade_from if counts_alike(calculation) else max(0, trade_from - 1)


def figures_of(result: Mapping[str, Any], calculation: int = CURRENT) -> Document:
    """A backtest's metrics, with how sure one can be of its Sharpe ratio.

    `dropped` counts the entries that the cash could not pay for (the first calculation did not
    tell of them), `psr` is the probability that the true ratio is above zero; `moments` is what it
    rests on.
    """
    known = moments_of(result, calculation)
    certain = {"psr": probabilistic_sharpe_ratio(known)}
    metrics: Document = result["metrics"]
    told = {"dropped": result["dropped"]} if calculation > FIRST else {}
    return metrics | certain | told | {"moments": list(known) if known else None}


def _said(found: JobResult) -> str:
    return str(found.error["message"]) if found.error else ""


def _row(figures: Mapping[str, Any]) -> Document:
    trades = figures.get("total_trades")
    return {
        "parameters": dict(figures["parameters"]),
        "sharpe_ratio": figures.get("sharpe_ratio"),
        "volatility": figures.get("volatility"),
        "total_trades": None if trades is None else int(trades),
    }


# The workers of a development: its own, or some that stay warm over many.

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
