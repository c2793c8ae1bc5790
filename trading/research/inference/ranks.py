"""Dependence of ranks: not moved by a few huge values."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trading.evidence.fixed_order import correlation
from trading.research.inference.dependence import Dependence
from trading.research.inference.tails import student_p

FloatArray = NDArray[np.float64]


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
