"""The grid search of backtesting.py, on the strategy of its own documentation."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

os.environ.setdefault("TQDM_DISABLE", "1")  # no progress bars
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from backtesting import Backtest, Strategy
    from backtesting.lib import crossover

Pair = tuple[int, int]


def mean(close: Any, length: int) -> NDArray[np.float64]:
    found: NDArray[np.float64] = pd.Series(close).rolling(length).mean().to_numpy()
    return found


class Crossing(Strategy):
    """Long while the fast average is above the slow one, short while below."""

    fast = 10
    slow = 30

    def init(self) -> None:
        self.fast_mean = self.I(mean, self.data.Close, self.fast)
        self.slow_mean = self.I(mean, self.data.Close, self.slow)

    def next(self) -> None:
        if crossover(self.fast_mean, self.slow_mean):
            self.buy()
        elif crossover(self.slow_mean, self.fast_mean):
            self.sell()


def optimize(
    frame: pd.DataFrame, pairs: Sequence[Pair], *, cash: float, commission: float
) -> tuple[dict[Pair, int], float]:
    """The number of trades of each pair by `Backtest.optimize`, and the seconds it takes."""
    game = Backtest(
        frame, Crossing, cash=cash, commission=commission, exclusive_orders=True,
        finalize_trades=True,
    )  # fmt: skip
    wanted = set(pairs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        begun = time.perf_counter()
        _, found = game.optimize(
            fast=sorted({fast for fast, _ in pairs}),
            slow=sorted({slow for _, slow in pairs}),
            constraint=lambda p: (p.fast, p.slow) in wanted,
            maximize="# Trades",
            return_heatmap=True,
        )
        seconds = time.perf_counter() - begun
    return {pair: int(trades) for pair, trades in found.items()}, seconds
