"""A strategy of backtesting.py before the look-ahead detector.

This runs the strategy's code: only where such code may run at all, in the sandbox.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from trading.evidence.answer import Answer
from trading.evidence.lookahead.detect import CUTS, Said, look_ahead


class Seen(BaseException):
    """The last bar was seen: the run may end. No strategy's own `except Exception` holds it up."""


def code_look_ahead(
    strategy: type,
    frame: pd.DataFrame,
    rng: np.random.Generator,
    *,
    cash: float = 10_000.0,
    commission: float = 0.001,
    cuts: int = CUTS,
) -> Answer:
    """`look_ahead` of the orders and positions a backtesting.Strategy class has at each close.

    What it is after each of its `next`: orders waiting for the next bar, with their size and
    prices, and open trades with their entry, stops and targets. So a peek in `init` shows as soon
    as it changes anything. A run that fails on fewer bars is silence: it was honest if the run on
    all bars had said nothing there either. What the strategy raises on all bars is raised.
    """
    said = watched(strategy, cash=cash, commission=commission)
    said(frame)  # what fails here fails for its own reasons, and is told
    return look_ahead(lambda bars: _or_silence(said, bars), frame, rng, cuts=cuts)


def watched(strategy: type, *, cash: float, commission: float) -> Callable[[pd.DataFrame], Said]:
    """Runs the class on a frame and gives what it had decided by each close, as hashes (bars,)."""
    from trading.backtest.signal_strategy import Backtest

    def says(frame: pd.DataFrame) -> Said:
        said = np.zeros(len(frame), dtype=np.int64)

        class Watched(strategy):  # any class of backtesting.Strategy
            def next(self) -> None:
                super().next()
                last = len(self.data) - 1
                said[last] = state_of(self)
                if last == len(frame) - 1:
                    raise Seen  # nobody asks for the statistics, which take longest

        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")  # open trades at the end, dear prices: not asked here
            with contextlib.suppress(Seen):
                Backtest(frame.copy(), Watched, cash=cash, commission=commission).run()
        return said

    return says


def state_of(strategy: Any) -> int:
    """A hash of the open orders and trades; 0 for none."""
    orders = [(one.size, one.limit, one.stop, one.sl, one.tp) for one in strategy.orders]
    trades = [(one.size, one.entry_bar, one.entry_price, one.sl, one.tp) for one in strategy.trades]
    return hash((tuple(map(_plain, orders)), tuple(map(_plain, trades)))) if orders or trades else 0


def _plain(values: tuple[Any, ...]) -> tuple[float | None, ...]:
    return tuple(None if value is None else float(value) for value in values)


def _or_silence(said: Callable[[pd.DataFrame], Said], frame: pd.DataFrame) -> Said | None:
    try:
        return said(frame)
    except Exception:  # noqa: BLE001  # foreign code: however it fails, it has said nothing
        return None
