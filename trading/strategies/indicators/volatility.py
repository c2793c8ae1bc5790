"""How much a price moves, and bands as wide as that."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import divide, lag, log
from trading.strategies.indicators.averages import ema, sma, wilder

Array = NDArray[np.float64]


def true_range(high: Array, low: Array, close: Array) -> Array:
    """True range: the widest of high - low, |high - previous close| and |low - previous close|."""
    before = lag(close, 1)
    top, bottom = np.asarray(high, dtype=float), np.asarray(low, dtype=float)
    span: Array = np.maximum(top, before) - np.minimum(bottom, before)
    return span


def atr(high: Array, low: Array, close: Array, length: int) -> Array:
    """Average true range: Wilder's average of the true range, in units of price."""
    return wilder(true_range(high, low, close), length)


def stdev(source: Array, length: int) -> Array:
    """Standard deviation of the last `length` values (divisor length - 1)."""
    return pd.Series(source).rolling(length).std().to_numpy()


def realised_volatility(source: Array, length: int, bars_per_year: float) -> Array:
    """Annual volatility: the deviation of the last `length` log returns * sqrt(bars a year)."""
    ratio = divide(np.asarray(source, dtype=float), lag(source, 1))
    annual: Array = stdev(log(ratio), length) * np.sqrt(bars_per_year)
    return annual


def bollinger(source: Array, length: int, width: float) -> tuple[Array, Array, Array, Array, Array]:
    """Bollinger bands: middle = SMA, upper and lower = middle +- width * deviation (divisor n).

    Also %b = (x - lower) / (upper - lower) and bandwidth = (upper - lower) / middle.
    """
    middle = sma(source, length)
    reach = width * pd.Series(source).rolling(length).std(ddof=0).to_numpy()
    upper, lower = middle + reach, middle - reach
    percent = divide(np.asarray(source, dtype=float) - lower, upper - lower)
    return middle, upper, lower, percent, divide(upper - lower, middle)


def keltner(
    high: Array, low: Array, close: Array, length: int, width: float
) -> tuple[Array, Array, Array]:
    """Keltner channel: middle = EMA of the close, upper and lower = middle +- width * ATR."""
    middle = ema(close, length)
    reach = width * atr(high, low, close, length)
    return middle, middle + reach, middle - reach
