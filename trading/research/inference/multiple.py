"""Care for many tests at once: adjusted p-values, to be compared with one level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
