"""The least a grid of two moving averages can take: one loop by numba that trades and counts."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@numba.njit(cache=False)
def _mean(closes: Floats, length: int) -> Floats:
    made = np.full(len(closes), np.nan)
    total = 0.0
    for at in range(len(closes)):
        total += closes[at]
        if at >= length:
            total -= closes[at - length]
        if at >= length - 1:
            made[at] = total / length
    return made


@numba.njit(cache=False)
def _play(opens: Floats, closes: Floats, fast: Floats, slow: Floats, cash: float, fee: float):
    """Trades, and what the money came to: whole units, at the open after a crossing."""
    units, trades, peak, fall = 0.0, 0, cash, 0.0
    for at in range(2, len(opens)):
        above, was = fast[at - 1] > slow[at - 1], fast[at - 2] > slow[at - 2]
        below, under = fast[at - 1] < slow[at - 1], fast[at - 2] < slow[at - 2]
        side = 0.0
        if above and not was and not np.isnan(slow[at - 2]):
            side = 1.0
        elif below and not under and not np.isnan(slow[at - 2]):
            side = -1.0
        if side != 0.0 and side * units <= 0.0:
            cash += units * opens[at] - abs(units) * opens[at] * fee
            units = side * np.floor(cash / (opens[at] * (1 + fee)))
            cash -= units * opens[at] + abs(units) * opens[at] * fee
            trades += 1
        worth = cash + units * closes[at]
        peak = max(peak, worth)
        fall = min(fall, worth / peak - 1)
    return trades, cash + units * closes[-1], fall


def play(
    opens: Floats, closes: Floats, pairs: list[tuple[int, int]], cash: float, fee: float
) -> list[int]:
    """The trades of each pair."""
    means = {length: _mean(closes, length) for length in {one for pair in pairs for one in pair}}
    return [_play(opens, closes, means[fast], means[slow], cash, fee)[0] for fast, slow in pairs]
