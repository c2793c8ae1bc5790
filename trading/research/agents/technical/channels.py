"""On which side of its channel a price last broke out."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.channels import donchian

FloatArray = NDArray[np.float64]


def channel_state(high: FloatArray, low: FloatArray, close: FloatArray, length: int) -> FloatArray:
    """Donchian: +1 since a close above the highs of the `length` bars before, -1 since one below
    their lows; NaN before the first such close."""
    top, bottom, _ = donchian(high, low, length)
    state = np.full(len(close), np.nan)
    state[close > top] = 1.0
    state[close < bottom] = -1.0
    return pd.Series(state).ffill().to_numpy(np.float64)
