"""Care for many tests at once: adjusted p-values, to be compared with one level."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, ndtr, stdtr

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


# Probabilities beyond a statistic; always finite, in [0, 1].


def normal_p(z: float) -> float:
    """Two-sided p-value of a standard normal `z`."""
    return float(2.0 * ndtr(-abs(z)))


def student_p(t: float, df: float) -> float:
    """Two-sided p-value of Student's `t` with `df` degrees of freedom."""
    return float(2.0 * stdtr(df, -abs(t)))


def chi2_p(x: float, df: float) -> float:
    """Upper tail of a chi-square `x` with `df` degrees of freedom."""
    return float(chdtrc(df, max(x, 0.0)))


# Dependence of ranks: not moved by a few huge values.

FloatArray = NDArray[np.float64]
