"""How long the blocks of a bootstrap should be."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trading.evidence.fixed_order import dot

Floats = NDArray[np.float64]


def block_length(returns: Floats) -> float:
    """The mean length in bars for the stationary bootstrap of `returns` (n >= 3,); at least 1.

    Politis & White, "Automatic Block-Length Selection for the Dependent Bootstrap", Econometric
    Reviews 23(1), 2004, as corrected by Patton, Politis & White, ibid. 28(4), 2009, with the
    constants of `arch.bootstrap.optimal_block_length` (a test holds the two together; importing
    arch takes two seconds). Of returns that do not vary it is 1.
    """
    n = len(returns)
    centred = returns - returns.mean()
    most = math.ceil(min(3 * math.sqrt(n), n / 3))
    quiet = max(5, int(math.log10(n)))
    lags = min(math.ceil(math.sqrt(n)) + quiet, n - 2)
    covariances = np.array([dot(centred[k:], centred[: n - k]) for k in range(lags + 1)]) / n
    last = _last_lag(centred, covariances * n, quiet)
    ks = np.arange(1.0, last + 1)
    # A trapezoid: lags up to the half count whole, then ever less.
    weights = np.minimum(1.0, 2.0 * (1.0 - ks / last)) * covariances[1 : last + 1]
    slope, spread = 2.0 * dot(ks, weights), float(covariances[0] + 2.0 * weights.sum())
    if spread <= 0:
        return 1.0 if slope == 0 else float(most)
    wanted = math.cbrt(slope**2 / spread**2 * n)
    return min(max(1.0, wanted), float(most))


def _last_lag(centred: Floats, products: Floats, quiet: int) -> int:
    """Twice the lag after which `quiet` autocorrelations in a row say nothing, at least 2."""
    n, lags = len(centred), len(products) - 1
    band = 2 * math.sqrt(math.log10(n) / n)
    squares = np.cumsum(np.r_[0.0, centred**2])
    ks = np.arange(lags + 1)
    later, before = squares[n] - squares[ks + 1], squares[n - 1 - ks]
    sizes = np.sqrt(np.maximum(later * before, 0.0))
    strength = np.divide(np.abs(products), sizes, out=np.zeros(lags + 1), where=sizes > 0)
    loud = strength >= band
    for first in range(lags - quiet + 1):
        if not loud[first : first + quiet].any():
            return min(2 * max(first, 1), lags)
    return lags
