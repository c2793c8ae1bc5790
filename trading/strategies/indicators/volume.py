"""What the traded volume says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import divide, lag
from trading.strategies.indicators.averages import sma

Array = NDArray[np.float64]


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
