"""The formulae of the indicators: plain functions of arrays."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import divide, lag, log

# Moving averages. Plain functions of arrays: the rendered scripts carry their source text.

Array = NDArray[np.float64]


def sma(source: Array, length: int) -> Array:
    """Simple moving average: the mean of the last `length` values."""
    return pd.Series(source).rolling(length).mean().to_numpy()


def ema(source: Array, length: int) -> Array:
    """Exponential moving average: E_t = E_(t-1) + 2 / (length + 1) * (x_t - E_(t-1))."""
    return pd.Series(source).ewm(span=length, min_periods=length, adjust=False).mean().to_numpy()


def wma(source: Array, length: int) -> Array:
    """Linearly weighted moving average: the newest value counts `length` times, the oldest once."""
    values = np.asarray(source, dtype=float)
    total = np.zeros(len(values))
    for age in range(min(length, len(values))):
        total[length - 1 :] += (length - age) * values[length - 1 - age : len(values) - age]
    total[: length - 1] = np.nan
    return total / (length * (length + 1) / 2)


def wilder(source: Array, length: int) -> Array:
    """Wilder's smoothing: W_t = W_(t-1) + (x_t - W_(t-1)) / length."""
    smoothed = pd.Series(source).ewm(alpha=1 / length, min_periods=length, adjust=False)
    return smoothed.mean().to_numpy()


# Highs and lows of the past.


def highest(source: Array, length: int) -> Array:
    """The highest of the last `length` values, this bar's included."""
    return pd.Series(source).rolling(length).max().to_numpy()


def lowest(source: Array, length: int) -> Array:
    """The lowest of the last `length` values, this bar's included."""
    return pd.Series(source).rolling(length).min().to_numpy()


def donchian(high: Array, low: Array, length: int) -> tuple[Array, Array, Array]:
    """Donchian channel of the `length` bars before this one: highest, lowest, their mean."""
    top, bottom = lag(highest(high, length), 1), lag(lowest(low, length), 1)
    return top, bottom, (top + bottom) / 2.0


# Whether there is a trend, and how strong.


def adx(high: Array, low: Array, close: Array, length: int) -> tuple[Array, Array, Array]:
    """Average directional index and the directional indicators +DI, -DI, all 0 to 100.

    +DM is today's rise of the high where it exceeds the fall of the low (else 0), -DM the
    reverse; DI = 100 * W(DM) / W(true range); ADX = W(100 * |+DI - -DI| / (+DI + -DI)); W: Wilder.
    """
    up = np.asarray(high, dtype=float) - lag(high, 1)
    down = lag(low, 1) - np.asarray(low, dtype=float)
    undefined = np.isnan(up) | np.isnan(down)
    up_move = np.where(undefined, np.nan, np.where((up > down) & (up > 0), up, 0.0))
    down_move = np.where(undefined, np.nan, np.where((down > up) & (down > 0), down, 0.0))
    span = wilder(true_range(high, low, close), length)
    plus = 100.0 * divide(wilder(up_move, length), span)
    minus = 100.0 * divide(wilder(down_move, length), span)
    return wilder(100.0 * divide(np.abs(plus - minus), plus + minus), length), plus, minus


# How far and how fast a price has moved.


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


# How much a price moves, and bands as wide as that.


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


# What the traded volume says.


def obv(close: Array, volume: Array) -> Array:
    """On-balance volume: the running sum of volume, added on a rise, taken away on a fall."""
    change = np.asarray(close, dtype=float) - lag(close, 1)
    signed = np.sign(np.nan_to_num(change)) * np.nan_to_num(np.asarray(volume, dtype=float))
    return np.cumsum(signed)


def volume_sma(volume: Array, length: int) -> Array:
    """The mean volume of the last `length` bars."""
    return sma(volume, length)


def relative_volume(volume: Array, length: int) -> Array:
    """This bar's volume / the mean volume of the `length` bars before it."""
    return divide(np.asarray(volume, dtype=float), lag(sma(volume, length), 1))


# How much of the equity to trade.


def volatility_size(close: Array, length: int, annual: float, bars_per_year: float) -> Array:
    """Target volatility / realised volatility, at most 1: the fraction of equity to trade."""
    realised = realised_volatility(close, length, bars_per_year)
    with np.errstate(all="ignore"):
        return np.minimum(1.0, annual / realised)
