"""Moving averages. Plain functions of arrays: the rendered scripts carry their source text."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

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
