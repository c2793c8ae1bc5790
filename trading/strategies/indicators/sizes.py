"""How much of the equity to trade."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.strategies.indicators.volatility import realised_volatility

Array = NDArray[np.float64]


def volatility_size(close: Array, length: int, annual: float, bars_per_year: float) -> Array:
    """Target volatility / realised volatility, at most 1: the fraction of equity to trade."""
    realised = realised_volatility(close, length, bars_per_year)
    with np.errstate(all="ignore"):
        return np.minimum(1.0, annual / realised)
