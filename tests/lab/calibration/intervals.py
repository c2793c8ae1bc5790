"""Exact intervals of a share."""

from __future__ import annotations

from typing import NamedTuple

CONFIDENCE = 0.95


class Share(NamedTuple):
    """`hits` of `of`, and the two-sided 95 % interval of the true share."""

    hits: int
    of: int
    low: float
    high: float

    @property
    def rate(self) -> float | None:
        """None of nothing."""
        return self.hits / self.of if self.of else None


def share(hits: int, of: int) -> Share:
    """The interval of Clopper and Pearson (1934). Of nothing, everything is possible.

    Raises ValueError for a count that is no part.
    """
    # Half a second to import, and no other command needs it.
    from scipy.stats import beta

    if not 0 <= hits <= of:
        raise ValueError(f"{hits} is no part of {of}")
    tail = (1 - CONFIDENCE) / 2
    low = float(beta.ppf(tail, hits, of - hits + 1)) if hits else 0.0
    high = float(beta.ppf(1 - tail, hits + 1, of - hits)) if hits < of else 1.0
    return Share(hits, of, low, high)
