"""Resamples of a series of returns and their figures, compiled."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@compiled
def resample(returns: Floats, starts: Places, draws: Floats, leave: float, out: Floats) -> None:
    """One resample: each place goes on to the next bar unless its draw is at most `leave`."""
    n = len(returns)
    at = starts[0]
    out[0] = returns[at]
    for i in range(1, n):
        if draws[i] > leave:
            at += 1
            if at == n:
                at = 0
        else:
            at = starts[i]
        out[i] = returns[at]


@compiled
def sharpe(returns: Floats, floor: float) -> float:
    """Mean over standard deviation (ddof 1); 0 for a spread of at most `floor`."""
    n = len(returns)
    total = 0.0
    for value in returns:
        total += value
    mean = total / n
    squares = 0.0
    for value in returns:
        squares += (value - mean) ** 2
    spread = math.sqrt(squares / (n - 1))
    return mean / spread if spread > floor else 0.0


@compiled
def drawdown(returns: Floats) -> float:
    """The deepest fall of compounded wealth from its peak (1 at the start counts): -1..0."""
    worth = peak = 1.0
    worst = 0.0
    for value in returns:
        worth *= 1.0 + value
        if worth <= 0.0:
            return -1.0
        peak = max(peak, worth)
        worst = min(worst, worth / peak - 1.0)
    return worst


@compiled
def figures(
    returns: Floats, starts: Places, draws: Floats, leave: float, floor: float, out: Floats
) -> None:
    """Sharpe ratio and drawdown of each resample into `out` (resamples, 2)."""
    sample = np.empty(len(returns))
    for r in range(len(starts)):
        resample(returns, starts[r], draws[r], leave, sample)
        out[r, 0] = sharpe(sample, floor)
        out[r, 1] = drawdown(sample)
