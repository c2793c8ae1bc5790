"""Proportions as the cells of a table."""

from __future__ import annotations

from .measure import Proportion

NOTHING = "–"


def share(value: Proportion) -> str:
    return NOTHING if value.share is None else f"{value.share:.3f}"


def counted(value: Proportion) -> str:
    """`0.873 (96/110)`."""
    return NOTHING if value.share is None else f"{share(value)} ({value.hits}/{value.total})"


def interval(value: Proportion) -> str:
    """`0.798 to 0.923`."""
    if value.interval is None:
        return NOTHING
    low, high = value.interval
    return f"{low:.3f} to {high:.3f}"
