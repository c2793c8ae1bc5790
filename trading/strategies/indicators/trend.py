"""Whether there is a trend, and how strong."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import divide, lag
from trading.strategies.indicators.averages import wilder
from trading.strategies.indicators.volatility import true_range

Array = NDArray[np.float64]


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
