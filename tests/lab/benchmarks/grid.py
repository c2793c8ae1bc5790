"""A grid of parameter sets with its stored trials, against backtesting.py's own grid search."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import pandas as pd
from django.conf import settings
from django.db import transaction

from config.runs.ledger import insert
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from trading.market.data import MarketData, Segments
from trading.models import Trial
from trading.recorder import StrategyRecorder
from trading.services.submit import start_development
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec

if TYPE_CHECKING:
    from trading.backtest.pool import Pool

RATIO = 100.0
FAST, SLOW = range(5, 45), range(50, 300, 10)
# Pairs that backtesting.py plays: the time between few and many is free of what is done once.
FEW, MANY, SMALL = 10, 125, 4
CASH, COMMISSION = 10_000.0, 0.001

Pair = tuple[int, int]


def spec_of() -> StrategySpec:
    """Two moving averages: long while the fast one is above, short while it is below."""
    low, high = "crosses_below", "crosses_above"
    return parse_spec(
        {
            "name": "Crossing",
            "direction": "both",
            "parameters": {"fast": _whole(FAST), "slow": _whole(SLOW)},
            "indicators": {
                "fast_mean": {"kind": "sma", "length": "$fast"},
                "slow_mean": {"kind": "sma", "length": "$slow"},
            },
            "long_entry": {"op": high, "left": "fast_mean", "right": "slow_mean"},
            "short_entry": {"op": low, "left": "fast_mean", "right": "slow_mean"},
        }
    )


def _whole(values: range) -> dict[str, Any]:
    low, high = values[0], values[-1]
    return {"type": "int", "value": low, "low": low, "high": high, "step": values.step}


def measure(*, small: bool = False) -> Sequence[Figure]:
    """1,000 pairs of moving averages on backtesting.py's GOOG; writes to the database.

    Ours is what a development does: `PoolBench.search` by warm workers, then the recorder's
    trials in a transaction. The two take turns, so that what else the machine does is in both.
    Raises BenchmarkError unless each pair trades as often in both.
    """
    from backtesting.test import GOOG

    from tests.lab.benchmarks.rival import optimize
    from trading.backtest.pool import Pool

    pairs = [(fast, slow) for fast in FAST for slow in SLOW]
    many = pairs[:: len(pairs) // (SMALL if small else MANY)]
    few = many[:: max(2, len(many) // FEW)]
    with Pool(cache_dir=settings.DATA_DIR / "compiled") as pool:
        ours = Ours(pool, GOOG)
        ours.search(many)  # once not counted: the workers start
        first = ours.search(pairs)
        start = optimize(GOOG, few, cash=CASH, commission=COMMISSION)[1]
        second = ours.search(pairs)
        trades, whole = optimize(GOOG, many, cash=CASH, commission=COMMISSION)
        third = ours.search(pairs)
    if wrong := [pair for pair in many if ours.trades[pair] != trades[pair]]:
        raise BenchmarkError("differ", name="grid", reason=f"{wrong[0]}")
    theirs = (len(many) - len(few)) / max(whole - start, 1e-9)
    return figures(len(pairs), median([first, second, third]), theirs)


def figures(sets: int, seconds: float, theirs: float) -> list[Figure]:
    """Of our seconds for so many sets, and backtesting.py's sets a second."""
    rate = sets / seconds
    return [
        Figure("ratio", rate / theirs, "x", RATIO),
        Figure("sets_a_second", rate, "/s"),
        Figure("optimize_sets_a_second", theirs, "/s"),
        Figure("sets", sets),
    ]


class Ours:
    """The search of a development, on a frame that is all train."""

    def __init__(self, pool: Pool, frame: pd.DataFrame) -> None:
        from trading.services.bench import PoolBench

        bars = len(frame)
        data = MarketData(
            ticker="GOOG",
            sha256="benchmark",
            source="backtesting.py",
            licence="",
            adjusted=True,
            frequency="1d",
            bars_per_year=252.0,
            frame=frame,
            segments=Segments((0, bars), (bars, bars), (bars, bars)),
            peers={},
            auxiliary={},
        )
        started = start_development(ticker="GOOG", wake=False)
        self._bench = PoolBench(pool, data, cash=CASH, commission=COMMISSION)
        self._recorder = StrategyRecorder(started.strategy.pk, started.run.pk)
        self._spec = spec_of()
        self.trades: dict[Pair, int] = {}

    def search(self, pairs: Sequence[Pair]) -> float:
        """The seconds it takes to search these pairs and to store them as trials."""
        before = Trial.objects.count()
        begun = time.perf_counter()
        sets = [{"fast": fast, "slow": slow} for fast, slow in pairs]
        rows = asyncio.run(self._bench.search(self._spec, sets))
        self._store(rows)
        seconds = time.perf_counter() - begun
        if Trial.objects.count() - before != len(pairs):
            raise BenchmarkError("differ", name="grid", reason="stored trials")
        self.trades |= zip(pairs, (int(row["total_trades"] or 0) for row in rows), strict=True)
        return seconds

    def _store(self, rows: Sequence[Mapping[str, Any]]) -> None:
        trials = [
            {
                "kind": "trend",
                "rules_hash": "benchmark",
                "parameters": row["parameters"],
                "sharpe_ratio": row["sharpe_ratio"],
                "total_trades": row["total_trades"],
            }
            for row in rows
        ]
        with transaction.atomic():
            insert(self._recorder.designed({"iteration": 1, "variants": [], "trials": trials}))
