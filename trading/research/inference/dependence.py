"""Serial dependence of returns: autocorrelation, portmanteau and variance-ratio tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.evidence.fixed_order import basis, correlation, dot
from trading.research.inference.regression import Slope, robust_regression
from trading.research.inference.significance import chi2_p, normal_p, student_p

FloatArray = NDArray[np.float64]


class Dependence(NamedTuple):
    """A measure of dependence with its robust z (or chi-square) and p-value."""

    value: float
    statistic: float
    p_value: float
    n_obs: int


def _lag_terms(returns: FloatArray, lag: int) -> tuple[float, float]:
    """Autocorrelation at `lag` and its heteroskedasticity-consistent variance.

    Variance: sum of squared products over squared sum of squares (Lo & MacKinlay 1988, delta).
    """
    x = returns - returns.mean()
    products = x[lag:] * x[:-lag]
    total = dot(x, x)
    return float(products.sum()) / total, dot(products, products) / total**2


def autocorrelation(returns: FloatArray, lag: int = 1) -> Dependence | None:
    """Autocorrelation at `lag` with robust z; corrected for its bias of -1/n. None if constant."""
    n = len(returns)
    if n <= lag + 2 or not np.ptp(returns) > 0.0:
        return None
    rho, variance = _lag_terms(returns, lag)
    rho += 1.0 / n
    if not variance > 0.0:
        return None
    z = rho / math.sqrt(variance)
    return Dependence(rho, z, normal_p(z), n)


def robust_portmanteau(returns: FloatArray, lags: int) -> Dependence | None:
    """Q* = sum of squared robust z over `lags`, chi-square (Lobato, Nankervis & Savin 2001)."""
    each = [autocorrelation(returns, lag) for lag in range(1, lags + 1)]
    if any(one is None for one in each):
        return None
    q = float(sum(one.statistic**2 for one in each if one))
    return Dependence(q, q, chi2_p(q, lags), len(returns))


def variance_ratio(returns: FloatArray, q: int) -> Dependence | None:
    """Lo & MacKinlay 1988: VR(q), overlapping and unbiased, with the robust z*(q). 1: no memory.

    z* = (VR - 1) / sqrt(sum over j < q of (2 (q - j) / q)^2 delta_j).
    """
    n = len(returns)
    if q < 2 or n < 4 * q or not np.ptp(returns) > 0.0:
        return None
    mu = float(returns.mean())
    one = float(((returns - mu) ** 2).sum()) / (n - 1)
    total = np.concatenate([[0.0], np.cumsum(returns)])
    m = q * (n - q + 1) * (1.0 - q / n)
    many = float(((total[q:] - total[:-q] - q * mu) ** 2).sum()) / m
    variance = sum((2.0 * (q - j) / q) ** 2 * _lag_terms(returns, j)[1] for j in range(1, q))
    if not variance > 0.0:
        return None
    ratio = many / one
    z = (ratio - 1.0) / math.sqrt(variance)
    return Dependence(ratio, z, normal_p(z), n)


def joint_variance_ratio(
    returns: FloatArray, spans: Sequence[int]
) -> tuple[Dependence, int] | None:
    """The most extreme VR of `spans` and its span; p of the largest |z| of m (Chow & Denning 1993).

    p = 1 - (1 - p_min)^m bounds the studentised maximum modulus from above (Sidak).
    """
    found = [(one, q) for q in spans if (one := variance_ratio(returns, q))]
    if not found:
        return None
    most, span = max(found, key=lambda pair: abs(pair[0].statistic))
    p_value = -math.expm1(len(found) * math.log1p(-min(most.p_value, 1.0 - 1e-16)))
    return most._replace(p_value=float(p_value)), span


# Dependence of ranks: not moved by a few huge values.


def ranks(values: FloatArray) -> FloatArray:
    """Ranks from 1, ties sharing their mean."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    mean_rank = ends - (counts - 1) / 2.0
    ranked: FloatArray = mean_rank[inverse]
    return ranked


def spearman(a: FloatArray, b: FloatArray) -> Dependence | None:
    """Spearman's rank correlation with its t approximation. None if either is constant."""
    n = len(a)
    if n < 5 or not (np.ptp(a) > 0.0 and np.ptp(b) > 0.0):
        return None
    rho = correlation(ranks(a), ranks(b))
    t = rho * math.sqrt((n - 2) / max(1.0 - rho**2, 1e-12))
    return Dependence(rho, t, student_p(t, n - 2), n)


# What variance does: clustering, and its answer to falls.

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
