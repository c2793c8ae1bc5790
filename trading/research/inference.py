"""Tests of hypotheses on series: pure functions of arrays, linear in their length."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.evidence.fixed_order import basis, correlation, dot

# Care for many tests at once: adjusted p-values, to be compared with one level.

LEVEL = 0.05


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm 1979: family-wise, under any dependence. Adjusted p-values in the order given."""
    m = len(p_values)
    order = np.argsort(np.asarray(p_values), kind="stable")
    adjusted = np.empty(m)
    worst = 0.0
    for rank, at in enumerate(order):
        worst = max(worst, min(1.0, (m - rank) * p_values[at]))
        adjusted[at] = worst
    return [float(p) for p in adjusted]


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini & Hochberg 1995: share of false discoveries. Adjusted p-values, order kept."""
    m = len(p_values)
    order = np.argsort(np.asarray(p_values), kind="stable")
    adjusted = np.empty(m)
    best = 1.0
    for rank in range(m - 1, -1, -1):
        at = order[rank]
        best = min(best, p_values[at] * m / (rank + 1))
        adjusted[at] = best
    return [float(p) for p in adjusted]


def bonferroni(p_value: float, looked_at: int) -> float:
    """The p-value of the smallest of `looked_at` tests."""
    return min(1.0, p_value * looked_at)


# How sure a finding may be: from a p-value, or from the amount of data when nothing was tested.

UNTESTED_CEILING = 0.3


def tested(p_value: float) -> float:
    """1 - 2a(p): 0 for p >= 1/e, .42 for .05, .78 for .01, .96 for .001.

    a(p) = 1 / (1 + 1 / (-e p ln p)) is the least probability of "only chance" that p leaves when
    both were equally likely before (Sellke, Bayarri & Berger 2001, The American Statistician 55).
    """
    if p_value >= 1.0 / math.e:
        return 0.0
    if p_value <= 0.0:
        return 1.0
    bound = -math.e * p_value * math.log(p_value)
    return 1.0 - 2.0 * bound / (1.0 + bound)


def untested(n_obs: int, enough: int) -> float:
    """A convention that was not tested on this series earns .3 at most, less with few rows."""
    return UNTESTED_CEILING * min(1.0, n_obs / enough)


# Probabilities beyond a statistic; always finite, in [0, 1]. Pages that name the tests of agents
# import this module and compute none: scipy is imported where it is used.


def normal_p(z: float) -> float:
    """Two-sided p-value of a standard normal `z`."""
    from scipy.special import ndtr

    return float(2.0 * ndtr(-abs(z)))


def student_p(t: float, df: float) -> float:
    """Two-sided p-value of Student's `t` with `df` degrees of freedom."""
    from scipy.special import stdtr

    return float(2.0 * stdtr(df, -abs(t)))


def chi2_p(x: float, df: float) -> float:
    """Upper tail of a chi-square `x` with `df` degrees of freedom."""
    from scipy.special import chdtrc

    return float(chdtrc(df, max(x, 0.0)))


# Dependence of ranks: not moved by a few huge values.

FloatArray = NDArray[np.float64]


# Serial dependence of returns: autocorrelation, portmanteau and variance-ratio tests.


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


# Least squares with standard errors that hold when variance changes over time.


class Slope(NamedTuple):
    """One coefficient: estimate, heteroskedasticity-robust t (HC3), two-sided p, observations."""

    estimate: float
    t: float
    p_value: float
    n_obs: int


def robust_regression(y: FloatArray, *columns: FloatArray) -> list[Slope] | None:
    """Regress `y` on a constant and `columns`: a Slope each, the constant's first, HC3 errors.

    White 1980 with residuals over 1 - leverage (MacKinnon & White 1985): the plain form believes
    too much where one crash or rally dominates a column. None if a column is constant or
    columns are collinear, or there are fewer than k + 2 rows.
    """
    n, k = len(y), len(columns) + 1
    if n < k + 2:
        return None
    x = basis(np.ones(n), *columns)
    if not x.full:
        return None
    leverage = (x.rows**2).sum(axis=0)
    residuals = x.residuals(y) / np.maximum(1.0 - leverage, 1e-6)
    # With X = QR the coefficients are R^-1 Q'y, and each is a sum over the rows of the data.
    inverse, parts = x.inverse, x.parts(y)
    slopes = []
    for row in inverse:
        estimate = dot(row, parts)
        shares = (x.rows * row[:, None]).sum(axis=0) * residuals
        se = math.sqrt(dot(shares, shares))
        if not se > 0.0:
            return None
        t = estimate / se
        slopes.append(Slope(estimate, t, student_p(t, n - k), n))
    return slopes


def predictive_slope(ahead: FloatArray, past: FloatArray, own: FloatArray) -> Slope | None:
    """Slope of the next return `ahead` on a persistent `past`, corrected for small-sample bias.

    Demeaning makes the slope of a sum of past returns biased by -cov(past, own) / (n var(past)),
    `own` being the return over the bars that `past` looks at (first order of Kendall 1954).
    """
    fitted = robust_regression(ahead, past)
    if fitted is None:
        return None
    raw = fitted[1]
    centred = past - past.mean()
    bias = -dot(centred, own) / (len(past) * dot(centred, centred))
    estimate = raw.estimate - bias
    t = raw.t * estimate / raw.estimate if raw.estimate else 0.0
    return Slope(estimate, t, student_p(t, raw.n_obs - 2), raw.n_obs)


# Does a rule's position tell the bars that follow apart?

MINIMUM = 30  # bars in each of the two states


class Timing(NamedTuple):
    """Returns (log, a bar) of the upper state beside those of the lower one.

    `spread`: difference of means, bias removed; `t`: Welch; `gain`: what the position, turned the
    way that pays, adds to the mean return a bar; `break_even`: the commission a side (fraction) at
    which that gain is gone, None when the position never changes.
    """

    n_obs: int
    spread: float
    t: float
    p_value: float
    upper: float
    lower: float
    gain: float
    break_even: float | None


def compare(position: FloatArray, ahead: FloatArray, past: FloatArray) -> Timing | None:
    """Mean of `ahead` after the upper state of `position` against the lower one.

    Arrays of shape (n,). `position` is known at the close: +1 against -1 (0 between them does not
    count), or +1 against 0; NaN: undefined. `ahead` is what the next bar pays, NaN at the end.
    `past` is the return over the bars the rule looks at: means of a finite sample are biased
    towards reversal by its difference over n (see `regression.predictive_slope`).
    The test of Brock, Lakonishok & LeBaron 1992 (buy against sell days), with unequal variances
    (Welch 1947). None with fewer than MINIMUM bars in either state, or without variance.
    """
    usable = ~(np.isnan(position) | np.isnan(ahead))
    low = -1.0 if bool((position[usable] < 0).any()) else 0.0
    upper, lower = usable & (position > 0), usable & (position == low)
    n_up, n_low = int(upper.sum()), int(lower.sum())
    if min(n_up, n_low) < MINIMUM:
        return None
    up, down = ahead[upper], ahead[lower]
    a, b = float(up.var(ddof=1)) / n_up, float(down.var(ddof=1)) / n_low
    if not a + b > 0.0:
        return None
    tilt = float(past[upper].mean()) - float(past[lower].mean())
    where = np.flatnonzero(usable)
    spread = float(up.mean() - down.mean()) + tilt / int(where[-1] - where[0] + 1)
    t = spread / math.sqrt(a + b)
    df = (a + b) ** 2 / (a**2 / (n_up - 1) + b**2 / (n_low - 1))
    gain, even = _worth(position, ahead, usable, 1.0 if spread > 0 else -1.0)
    return Timing(
        n_up + n_low, spread, t, student_p(t, df), float(up.mean()), float(down.mean()), gain, even
    )


def _worth(
    position: FloatArray, ahead: FloatArray, usable: NDArray[np.bool_], turn: float
) -> tuple[float, float | None]:
    """Gain a bar over holding the same share throughout, and the cost a side it can bear."""
    held, paid = position[usable] * turn, ahead[usable]
    gain = float((held * (paid - paid.mean())).mean())
    sides = float(np.abs(np.diff(held)).mean())
    return gain, (max(gain, 0.0) / sides if sides > 0.0 else None)


# Event studies: what follows an event beyond the mean.

MINIMUM_EVENTS = 12  # events


class EventStudy(NamedTuple):
    """Mean abnormal return over the window (log), its t and p, and how many events counted."""

    mean: float
    t: float
    p_value: float
    n_events: int


def event_study(events: FloatArray, ahead: FloatArray, window: int) -> EventStudy | None:
    """Cumulated return of the `window` bars after each event, less the mean bar's, signed.

    `events`, shape (n,): +1 or -1 where one happens, 0 elsewhere; `ahead`: what each next bar pays.
    Windows don't overlap: an event within the window of the last counted one is left out, so that
    the cross-sectional t (Brown & Warner 1985, mean-adjusted) sees independent rows.
    None with fewer than MINIMUM events or without variance.
    """
    paid = np.where(np.isnan(ahead), 0.0, ahead)
    usual = float(np.nanmean(ahead)) if bool((~np.isnan(ahead)).any()) else 0.0
    total = np.concatenate([[0.0], np.cumsum(paid - usual)])
    last = len(ahead) - 2 - window
    kept, free = [], 0
    for at in np.flatnonzero(events).tolist():
        if free <= at <= last:
            kept.append(at)
            free = at + window
    if len(kept) < MINIMUM_EVENTS:
        return None
    where = np.asarray(kept)
    abnormal = events[where] * (total[where + window] - total[where])
    se = float(abnormal.std(ddof=1)) / math.sqrt(len(kept))
    if not se > 0.0:
        return None
    t = float(abnormal.mean()) / se
    return EventStudy(float(abnormal.mean()), t, student_p(t, len(kept) - 1), len(kept))
