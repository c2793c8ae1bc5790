"""The field's usual indicators; arrays of shape (n,), NaN until defined, linear in n."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


def _wilder(values: FloatArray, length: int) -> FloatArray:
    """Wilder's smoothing (an exponential mean with alpha 1/length)."""
    smooth = pd.Series(values).ewm(alpha=1.0 / length, adjust=False, min_periods=length).mean()
    return smooth.to_numpy(np.float64)


def sma(values: FloatArray, length: int) -> FloatArray:
    """Simple moving average."""
    return pd.Series(values).rolling(length).mean().to_numpy(np.float64)


def ema(values: FloatArray, span: int) -> FloatArray:
    """Exponential moving average, alpha 2 / (span + 1)."""
    smooth = pd.Series(values).ewm(span=span, adjust=False, min_periods=span).mean()
    return smooth.to_numpy(np.float64)


def highest(values: FloatArray, length: int) -> FloatArray:
    """Largest of the last `length` values, this one included."""
    return pd.Series(values).rolling(length).max().to_numpy(np.float64)


def lowest(values: FloatArray, length: int) -> FloatArray:
    """Smallest of the last `length` values, this one included."""
    return pd.Series(values).rolling(length).min().to_numpy(np.float64)


def rsi(close: FloatArray, length: int = 14) -> FloatArray:
    """Wilder 1978: 0..100; 50 where the price has not moved at all."""
    change = np.diff(close, prepend=close[:1])
    up, down = _wilder(np.maximum(change, 0.0), length), _wilder(np.maximum(-change, 0.0), length)
    both = up + down
    out = np.full(len(close), 50.0)
    np.divide(100.0 * up, both, out=out, where=both > 0.0)
    out[np.isnan(both)] = np.nan
    return out


def macd_histogram(
    close: FloatArray, fast: int = 12, slow: int = 26, signal: int = 9
) -> FloatArray:
    """Appel's MACD line minus its signal line, in price units."""
    line = ema(close, fast) - ema(close, slow)
    trigger = pd.Series(line).ewm(span=signal, adjust=False, min_periods=signal).mean()
    histogram: FloatArray = line - trigger.to_numpy(np.float64)
    return histogram


def true_range(high: FloatArray, low: FloatArray, close: FloatArray) -> FloatArray:
    """Largest of high - low and the distances to the close before; first bar: high - low."""
    before = np.concatenate([close[:1], close[:-1]])
    reach: FloatArray = np.maximum(
        high - low, np.maximum(np.abs(high - before), np.abs(low - before))
    )
    reach[:1] = (high - low)[:1]
    return reach


def atr(high: FloatArray, low: FloatArray, close: FloatArray, length: int = 14) -> FloatArray:
    """Average true range, Wilder's smoothing, in price units."""
    return _wilder(true_range(high, low, close), length)


def directional(
    high: FloatArray, low: FloatArray, close: FloatArray, length: int = 14
) -> tuple[FloatArray, FloatArray]:
    """Wilder 1978: ADX (0..100) and +DI minus -DI (-100..100); 0 where nothing moves."""
    rise, fall = np.diff(high, prepend=high[:1]), -np.diff(low, prepend=low[:1])
    plus = np.where((rise > fall) & (rise > 0.0), rise, 0.0)
    minus = np.where((fall > rise) & (fall > 0.0), fall, 0.0)
    reach = _wilder(true_range(high, low, close), length)
    up, down = _share(_wilder(plus, length), reach), _share(_wilder(minus, length), reach)
    strength = _share(np.abs(up - down), up + down)
    return _wilder(strength, length), up - down


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    """100 * part / whole, 0 where the whole is 0, NaN where undefined."""
    out = np.zeros(len(part))
    np.divide(100.0 * part, whole, out=out, where=whole > 0.0)
    out[np.isnan(whole)] = np.nan
    return out


def obv(close: FloatArray, volume: FloatArray) -> FloatArray:
    """Granville's on-balance volume: volume summed with the sign of the close's change."""
    balance: FloatArray = np.cumsum(np.sign(np.diff(close, prepend=close[:1])) * volume)
    return balance


def realised_volatility(close: FloatArray, length: int, bars_per_year: float) -> FloatArray:
    """Standard deviation of the last `length` log returns, annualised."""
    returns = np.diff(np.log(close), prepend=np.nan)
    spread = pd.Series(returns).rolling(length).std()
    # a rolling sum of squares leaves dust where prices stand still
    clean = spread.where(spread > 1e-12, 0.0).where(spread.notna())
    return clean.to_numpy(np.float64) * float(np.sqrt(bars_per_year))


def channel_state(high: FloatArray, low: FloatArray, close: FloatArray, length: int) -> FloatArray:
    """Donchian: +1 since a close above the highs of the `length` bars before, -1 since one below
    their lows; NaN before the first such close."""
    top, bottom = highest(high, length), lowest(low, length)
    state = np.full(len(close), np.nan)
    state[1:][close[1:] > top[:-1]] = 1.0
    state[1:][close[1:] < bottom[:-1]] = -1.0
    return pd.Series(state).ffill().to_numpy(np.float64)
