"""What every statistic asks of the returns it is given."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.evidence.answer import Answer, unknown

Floats = NDArray[np.float64]
Returns = NDArray[np.float64] | NDArray[np.float32]
"""Returns a bar; a grid search keeps them in half the precision."""

LEAST = 3
"""Bars below which no spread is worth the name."""
SAME = 1e-12
"""Returns that spread less than this part of their size differ by rounding alone."""


def faults(returns: Returns, least: int = LEAST) -> Answer | None:
    """Why nothing can be said of returns, shape (n,) or (series, n), bars last; None if it can.

    Of several series, it is `constant` only if all are. Raises ValueError for another shape.
    """
    if returns.ndim not in (1, 2):
        raise ValueError(f"returns have one or two dimensions, not {returns.ndim}")
    bars = returns.shape[-1]
    if bars < least or returns.size == 0:
        return unknown("too_short", bars=bars, needed=least)
    if not np.isfinite(returns).all():
        return unknown("not_finite")
    return unknown("constant") if not varies(returns).any() else None


def varies(returns: Returns) -> NDArray[np.bool_]:
    """Which series vary by more than rounding; bars last."""
    scale = np.abs(returns).max(axis=-1)
    # float32 would call its own rounding a spread.
    spread = returns.std(axis=-1, dtype=np.float64)
    found: NDArray[np.bool_] = np.asarray(spread > scale * SAME)
    return found


def sharpe_ratios(returns: Floats) -> Floats:
    """Mean over standard deviation (ddof 1) of each series (series, n); 0 for one that is flat."""
    spread = returns.std(axis=-1, ddof=1)
    moving = varies(returns)
    found: Floats = np.divide(
        returns.mean(axis=-1), spread, out=np.zeros(len(returns)), where=moving
    )
    return found


# Returns of several bars as one: long histories in little memory.


def blocks(returns: NDArray[Any], step: int) -> NDArray[Any]:
    """The sums over `step` bars each (n // step,); the first n % step bars are left out."""
    if step == 1:
        return returns
    count = len(returns) // step
    summed: NDArray[Any] = returns[len(returns) - count * step :].reshape(count, step).sum(axis=1)
    return np.asarray(summed, dtype=returns.dtype)
