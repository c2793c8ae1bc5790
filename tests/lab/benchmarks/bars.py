"""A million bars: signals, kernel and metrics take no longer a bar than on a tenth of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from tests.lab.benchmarks.figures import Figure
from trading.backtest.run import run_backtest
from trading.strategies.parse import parse_spec
from trading.strategies.signals import compute_signals

RATIO = 1.3
LARGE, ROUNDS = 1_000_000, 5
SHARE = 10  # the smaller number of bars is a tenth
SMALL = 20_000

SPEC = parse_spec(
    {
        "name": "A bit of everything",
        "direction": "both",
        "indicators": {
            "fast": {"kind": "sma", "length": 20},
            "slow": {"kind": "ema", "length": 100},
            "strength": {"kind": "rsi", "length": 14},
            "range": {"kind": "atr", "length": 14},
        },
        "long_entry": {
            "op": "and",
            "conditions": [
                {"op": "crosses_above", "left": "fast", "right": "slow"},
                {"op": "<", "left": "strength", "right": 70},
                {"op": ">", "left": "range", "right": 0},
            ],
        },
        "short_entry": {"op": "crosses_below", "left": "fast", "right": "slow"},
        "stops": {"trailing_stop": 0.1},
    }
)


def measure(*, small: bool = False) -> Sequence[Figure]:
    """The time a bar on a million bars over that on a tenth of them, the best of some rounds.

    The two take turns, so that what else the machine does is in both.
    """
    large = SMALL if small else LARGE
    frames = {bars: made_up(bars) for bars in (large // SHARE, large)}
    times: dict[int, list[float]] = {bars: [] for bars in frames}
    play(made_up(1_000))  # compiles
    for _ in range(1 if small else ROUNDS):
        for bars, frame in frames.items():
            repeats = large // bars  # as long a time for each
            taken = timed(lambda frame=frame: play(frame), repeats)  # type: ignore[misc]
            times[bars].append(taken / (bars * repeats))
    few, many = (min(times[bars]) for bars in frames)
    return [
        Figure("ratio", many / few, "x", RATIO, at_most=True),
        Figure("nanoseconds_a_bar", many * 1e9, "ns"),
        Figure("seconds", many * large, "s"),
        Figure("bars", large),
    ]


def play(frame: pd.DataFrame) -> None:
    run_backtest(frame, compute_signals(SPEC, frame))


def timed(call: Callable[[], None], repeats: int) -> float:
    begun = time.perf_counter()
    for _ in range(repeats):
        call()
    return time.perf_counter() - begun


def made_up(bars: int) -> pd.DataFrame:
    """A random walk that stays where prices are, always the same."""
    rng = np.random.default_rng(7)
    close = 100 * np.exp(0.1 * np.sin(np.arange(bars) / 500) + rng.normal(0, 0.01, bars))
    open_ = np.r_[close[0], close[:-1]]
    high = np.maximum(open_, close) * (1 + rng.random(bars) * 0.005)
    low = np.minimum(open_, close) * (1 - rng.random(bars) * 0.005)
    columns = {
        "Open": open_,
        "High": high,
        "Low": low,
        "Close": close,
        "Volume": np.full(bars, 1e6),
    }
    return pd.DataFrame(columns, index=pd.date_range("1950-01-01", periods=bars, freq="min"))
