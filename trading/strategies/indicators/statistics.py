"""Where a value stands among those before it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import divide, lag, log
from trading.strategies.indicators.averages import sma
from trading.strategies.indicators.volatility import stdev

Array = NDArray[np.float64]


def zscore(source: Array, length: int) -> Array:
    """Z-score: (x - mean) / deviation of the last `length` values (divisor length - 1)."""
    return divide(np.asarray(source, dtype=float) - sma(source, length), stdev(source, length))


def median(source: Array, length: int) -> Array:
    """The median of the last `length` values."""
    return pd.Series(source).rolling(length).median().to_numpy()


def variance_ratio(source: Array, length: int, horizon: int) -> Array:
    """Variance of returns over `horizon` bars / (horizon * variance of one-bar returns).

    Over the last `length` bars, from overlapping log returns: above 1 moves go on, below 1 they
    turn back.
    """
    logs = log(np.asarray(source, dtype=float))
    short = stdev(logs - lag(logs, 1), length)
    long = stdev(logs - lag(logs, horizon), length)
    return divide(long * long, horizon * short * short)
