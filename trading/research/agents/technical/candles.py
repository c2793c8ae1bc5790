"""Four candles of two bars at most (Nison 1991); described, no kind of strategy trades them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.research.bars import Bars
from trading.research.rules import Rule

COLUMNS = ("Open", "High", "Low", "Close")
SHADOW = 2.0  # of a hammer, in bodies


def candles(bars: Bars) -> list[Rule]:
    """Engulfing up and down, hammer, shooting star: each against all other bars."""
    if bars.horizon > 1:
        return []
    body, before = bars.close - bars.open, np.concatenate([[0.0], bars.close[:-1] - bars.open[:-1]])
    size, larger = np.abs(body), np.abs(body) > np.abs(before)
    top, bottom = np.maximum(bars.open, bars.close), np.minimum(bars.open, bars.close)
    above, below = bars.high - top, bottom - bars.low
    week = bars.past(5)
    found = {
        "engulfing_up": (body > 0) & (before < 0) & larger & (top >= _last(top)),
        "engulfing_down": (body < 0) & (before > 0) & larger & (bottom <= _last(bottom)),
        "hammer": (below >= SHADOW * size) & (above <= size) & (size > 0) & (week < 0),
        "shooting_star": (above >= SHADOW * size) & (below <= size) & (size > 0) & (week > 0),
    }
    return [
        Rule(name, where.astype(np.float64), 5, None, None, columns=COLUMNS)
        for name, where in found.items()
    ]


def _last(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([values[:1], values[:-1]])
