"""Highs and lows of the past."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import lag

Array = NDArray[np.float64]


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
