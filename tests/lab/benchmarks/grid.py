"""A grid of parameter sets with its stored trials, against backtesting.py, vectorbt and numba."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd
from django.conf import settings
from django.db import transaction

from config.runs.ledger import insert
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.watching import spent
from trading.market.data import MarketData, Segments
from trading.models import Trial
from trading.recorder import StrategyRecorder
from trading.services.submit import start_development
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec

if TYPE_CHECKING:
    from trading.backtest.pool import Pool

RATIO, SETS_A_SECOND, TIMES_VECTORBT, SCREENED_MS = 100.0, 25_000.0, 10.0, 0.03
FAST, SLOW = range(5, 45), range(50, 300, 10)
# Pairs that backtesting.py plays: the time between few and many is free of what is done once.
FEW, MANY, SMALL = 10, 50, 4
ROUNDS = 5
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
    trials in a transaction. All take turns, the best of each counts: what else the machine does
    only adds. Raises BenchmarkError unless each pair trades as often in all.
    """
    from backtesting.test import GOOG

    from tests.lab.benchmarks.rival import optimize, persistent
    from tests.lab.benchmarks.screening import screenings
    from trading.backtest.child import usable_cpus
    from trading.backtest.pool import Pool

    pairs = [(fast, slow) for fast in FAST for slow in SLOW]
    many = pairs[:: len(pairs) // (SMALL if small else MANY)]
    few = many[:: max(2, len(many) // FEW)]
    money = {"cash": CASH, "commission": COMMISSION}
    grids: list[tuple[float, float]] = []
    optimized, kept = [], []
    one: dict[str, list[float]] = {}
    with (
        Pool(cache_dir=settings.DATA_DIR / "compiled") as pool,
        persistent(GOOG, processes=usable_cpus(), **money) as processes,
        screenings(GOOG, pairs, **money) as ways,
    ):
        ours = Ours(pool, GOOG)
        ours.search(many)  # once not counted: the workers start
        processes.play(few)
        for _ in range(1 if small else ROUNDS):
            grids.append(ours.search(pairs))
            trades, seconds = processes.play(many)
            kept.append(seconds / len(many))
            equal("backtesting.py, processes that stay", ours.trades, trades)
            for name, way in ways.items():
                played, seconds = way()
                one.setdefault(name, []).append(seconds / len(pairs))
                equal(name, ours.trades, played)
        for _ in range(1 if small else 2):
            start = optimize(GOOG, few, **money)[1]
            trades, whole = optimize(GOOG, many, **money)
            optimized.append(max(whole - start, 1e-9) / (len(many) - len(few)))
            equal("Backtest.optimize", ours.trades, trades)
    sets, clock = zip(*grids, strict=True)
    found = figures([seconds / len(pairs) for seconds in sets], optimized, kept, one)
    rates = [len(pairs) / seconds for seconds in clock]
    return [*found, Figure("by_clock", max(rates), "/s", SETS_A_SECOND, worst=min(rates))]


def equal(name: str, ours: Mapping[Pair, int], theirs: Mapping[Pair, int]) -> None:
    """Raises BenchmarkError unless each pair that they played trades as often in both."""
    if wrong := [pair for pair, trades in theirs.items() if ours[pair] != trades]:
        raise BenchmarkError("differ", name=name, reason=f"{wrong[0]}")


def figures(
    sets: Sequence[float],
    optimized: Sequence[float],
    kept: Sequence[float],
    one: Mapping[str, Sequence[float]],
) -> list[Figure]:
    """Of the processor seconds that one set took in each round: ours with its rows,
    backtesting.py's two ways, and one way or the other in a single process."""
    found = [
        Figure("ratio", min(optimized) / min(sets), "x", RATIO),
        _rate("sets_a_second", sets),
        _rate("optimize_sets_a_second", optimized),
        _rate("kept_sets_a_second", kept),
        *(_milliseconds(name, taken) for name, taken in one.items()),
    ]
    if theirs := one.get("vectorbt"):
        found += [
            Figure("times_vectorbt", min(theirs) / min(sets), "x", TIMES_VECTORBT),
            Figure("screened_times_vectorbt", min(theirs) / min(one["screened"]), "x"),
        ]
    return found


def _rate(name: str, seconds: Sequence[float]) -> Figure:
    return Figure(name, 1 / min(seconds), "/s", worst=1 / max(seconds))


def _milliseconds(name: str, seconds: Sequence[float]) -> Figure:
    bound = SCREENED_MS if name == "screened" else None
    worst = max(seconds) * 1e3
    return Figure(name, min(seconds) * 1e3, "ms", bound, at_most=True, worst=worst)


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

    def search(self, pairs: Sequence[Pair]) -> tuple[float, float]:
        """The seconds it takes to search these pairs and to store them as trials: of all
        processors, and by the clock."""
        before = Trial.objects.count()
        cpu, begun = spent(), time.perf_counter()
        sets = [{"fast": fast, "slow": slow} for fast, slow in pairs]
        rows = asyncio.run(self._bench.search(self._spec, sets))
        self._store(rows)
        seconds, cpu = time.perf_counter() - begun, spent() - cpu
        if Trial.objects.count() - before != len(pairs):
            raise BenchmarkError("differ", name="grid", reason="stored trials")
        self.trades |= zip(pairs, (int(row["total_trades"] or 0) for row in rows), strict=True)
        return cpu, seconds

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
