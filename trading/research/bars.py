"""Bars as arrays: returns that were, the return a decision earns, coarser bars."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import log

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Bars:
    """One series of n bars; arrays of shape (n,). `horizon`: original bars in each of these."""

    index: pd.DatetimeIndex
    open: FloatArray
    high: FloatArray
    low: FloatArray
    close: FloatArray
    volume: FloatArray
    bars_per_year: float
    horizon: int = 1

    @classmethod
    def of(cls, frame: pd.DataFrame, bars_per_year: float, horizon: int = 1) -> Bars:
        """The frame's bars, `horizon` of them made into one; a first, incomplete one is left out.

        Blocks are counted from the end, so that the newest bar is always whole.
        """
        whole = frame.iloc[len(frame) % horizon :] if horizon > 1 else frame
        o, h, lo, c, v = (
            whole[name].to_numpy(np.float64).reshape(-1, horizon)
            for name in ("Open", "High", "Low", "Close", "Volume")
        )
        index = pd.DatetimeIndex(whole.index[horizon - 1 :: horizon])
        return cls(
            index, o[:, 0].copy(), h.max(axis=1), lo.min(axis=1), c[:, -1].copy(), v.sum(axis=1),
            bars_per_year / horizon, horizon,
        )  # fmt: skip

    def part(self, start: int, stop: int) -> Bars:
        """The bars from `start` up to `stop`."""
        arrays = (self.open, self.high, self.low, self.close, self.volume)
        o, h, lo, c, v = (values[start:stop] for values in arrays)
        return Bars(self.index[start:stop], o, h, lo, c, v, self.bars_per_year, self.horizon)

    def __len__(self) -> int:
        return len(self.close)

    @cached_property
    def logs(self) -> FloatArray:
        """Logarithms of the closes."""
        return log(self.close)

    @cached_property
    def returns(self) -> FloatArray:
        """Log returns close to close, shape (n - 1,): the first is that of bar 1."""
        return np.diff(self.logs)

    @cached_property
    def ahead(self) -> FloatArray:
        """Log return of the bar a decision at this close can have: next open to the open after.

        NaN on the last two bars, whose next open but one is not known.
        """
        paid = np.full(len(self), np.nan)
        paid[:-2] = np.diff(log(self.open))[1:]
        return paid

    def past(self, bars: int) -> FloatArray:
        """Log return over the last `bars` bars; from the first bar where there are fewer."""
        before = np.maximum(np.arange(len(self)) - bars, 0)
        change: FloatArray = self.logs - self.logs[before]
        return change

    def span(self, years: float) -> int:
        """Bars in so many years, at least 1."""
        return max(1, round(self.bars_per_year * years))

    def scaled(self, bars: int) -> int:
        """A usual look-back of single bars, in these bars; at least 2."""
        return max(2, round(bars / self.horizon))

    @property
    def daily(self) -> bool:
        """One bar a trading day."""
        return self.horizon == 1 and 200 <= self.bars_per_year <= 370
