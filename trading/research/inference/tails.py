"""Probabilities beyond a statistic; always finite, in [0, 1]."""

from __future__ import annotations

from scipy.special import chdtrc, ndtr, stdtr


def normal_p(z: float) -> float:
    """Two-sided p-value of a standard normal `z`."""
    return float(2.0 * ndtr(-abs(z)))


def student_p(t: float, df: float) -> float:
    """Two-sided p-value of Student's `t` with `df` degrees of freedom."""
    return float(2.0 * stdtr(df, -abs(t)))


def chi2_p(x: float, df: float) -> float:
    """Upper tail of a chi-square `x` with `df` degrees of freedom."""
    return float(chdtrc(df, max(x, 0.0)))
