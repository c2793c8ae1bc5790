"""What variance does: clustering, and its answer to falls."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.evidence.fixed_order import basis, dot
from trading.research.inference.dependence import Dependence
from trading.research.inference.regression import Slope, robust_regression
from trading.research.inference.significance import chi2_p

FloatArray = NDArray[np.float64]
TAILS = (0.005, 0.995)


def trimmed(values: FloatArray) -> FloatArray:
    """The values, those beyond the 0.5 and 99.5 % quantiles set to these."""
    low, high = np.quantile(values, TAILS)
    return np.clip(values, low, high)


def arch_lm(returns: FloatArray, lags: int = 5) -> Dependence | None:
    """Engle 1982: n R^2 of squared returns on their `lags`, chi-square. None if constant.

    Returns are first cut at their 0.5 and 99.5 % quantiles: the square of a single crash would
    hide the clustering of all other bars.
    """
    if len(returns) < 4 * lags:
        return None
    cut = trimmed(returns)
    squared = (cut - cut.mean()) ** 2
    n = len(squared) - lags
    if not np.ptp(squared) > 0.0:
        return None
    y = squared[lags:]
    before = (squared[lags - lag : len(squared) - lag] for lag in range(1, lags + 1))
    spread = float(((y - y.mean()) ** 2).sum())
    if not spread > 0.0:
        return None
    left = basis(np.ones(n), *before).residuals(y)
    r2 = 1.0 - dot(left, left) / spread
    statistic = n * max(r2, 0.0)
    return Dependence(r2, statistic, chi2_p(statistic, lags), n)


def leverage(returns: FloatArray) -> Slope | None:
    """Slope of the next bar's |return| on this bar's return, given this bar's |return|.

    Below zero: falls are followed by more volatility than rises of the same size (Black 1976).
    """
    if len(returns) < 10:
        return None
    size = np.abs(returns)
    fitted = robust_regression(size[1:], returns[:-1], size[:-1])
    return fitted[1] if fitted else None
