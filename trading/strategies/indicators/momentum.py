"""How far and how fast a price has moved."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import divide, lag
from trading.strategies.indicators.averages import ema, sma, wilder

Array = NDArray[np.float64]


def roc(source: Array, length: int) -> Array:
    """Rate of change: x_t / x_(t-length) - 1, a fraction."""
    return divide(np.asarray(source, dtype=float), lag(source, length)) - 1.0


def one_bar_return(source: Array) -> Array:
    """Return of one bar: x_t / x_(t-1) - 1, a fraction."""
    return roc(source, 1)


def momentum(source: Array, length: int) -> Array:
    """Momentum: x_t - x_(t-length), in units of the source."""
    return np.asarray(source, dtype=float) - lag(source, length)


def rsi(source: Array, length: int) -> Array:
    """Relative strength index, 0 to 100: 100 * U / (U + D), Wilder averages of rises and falls."""
    change = momentum(source, 1)
    rise = wilder(np.where(change > 0, change, np.where(np.isnan(change), np.nan, 0.0)), length)
    fall = wilder(np.where(change < 0, -change, np.where(np.isnan(change), np.nan, 0.0)), length)
    return 100.0 * divide(rise, rise + fall)


def macd(source: Array, fast: int, slow: int, signal: int) -> tuple[Array, Array, Array]:
    """MACD: line = EMA(fast) - EMA(slow), its EMA(signal), and line - signal (histogram)."""
    line = ema(source, fast) - ema(source, slow)
    trigger = ema(line, signal)
    return line, trigger, line - trigger


def stochastic(
    high: Array, low: Array, close: Array, length: int, smooth: int, signal: int
) -> tuple[Array, Array]:
    """Stochastic, 0 to 100: %K = 100 * (C - LL) / (HH - LL), averaged; %D = its average."""
    top = pd.Series(high).rolling(length).max().to_numpy()
    bottom = pd.Series(low).rolling(length).min().to_numpy()
    k = sma(100.0 * divide(np.asarray(close, dtype=float) - bottom, top - bottom), smooth)
    return k, sma(k, signal)
