"""The grid search of backtesting.py, on the strategy of its own documentation: by its own
`optimize`, and by processes that stay."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

os.environ.setdefault("TQDM_DISABLE", "1")  # no progress bars
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from backtesting import Backtest, Strategy
    from backtesting.lib import crossover

from tests.lab.benchmarks.watching import spent

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
    """The number of trades of each pair by `Backtest.optimize`, and the processor seconds."""
    game = _game(frame, cash, commission)
    wanted = set(pairs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        begun = spent()
        _, found = game.optimize(
            fast=sorted({fast for fast, _ in pairs}),
            slow=sorted({slow for _, slow in pairs}),
            constraint=lambda p: (p.fast, p.slow) in wanted,
            maximize="# Trades",
            return_heatmap=True,
        )
        seconds = spent() - begun
    return {pair: int(trades) for pair, trades in found.items()}, seconds


def _game(frame: pd.DataFrame, cash: float, commission: float) -> Backtest:
    return Backtest(
        frame, Crossing, cash=cash, commission=commission, exclusive_orders=True,
        finalize_trades=True,
    )  # fmt: skip


class Persistent:
    """Processes that hold the prices and play one pair after the other: no start is in the time."""

    _held: Backtest  # in each of them

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor

    def play(self, pairs: Sequence[Pair]) -> tuple[dict[Pair, int], float]:
        """As `optimize`."""
        begun = spent()
        trades = list(self._executor.map(_play, pairs, chunksize=4))
        return dict(zip(pairs, trades, strict=True)), spent() - begun


@contextmanager
def persistent(
    frame: pd.DataFrame, *, processes: int, cash: float, commission: float
) -> Iterator[Persistent]:
    arguments = (frame, cash, commission)
    with ProcessPoolExecutor(processes, get_context("spawn"), _hold, arguments) as executor:
        yield Persistent(executor)


def _hold(frame: pd.DataFrame, cash: float, commission: float) -> None:
    Persistent._held = _game(frame, cash, commission)


def _play(pair: Pair) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return int(Persistent._held.run(fast=pair[0], slow=pair[1])["# Trades"])
