"""Exact intervals, against published values and their definition."""

from __future__ import annotations

import pytest
from scipy.stats import binom

from tests.lab.calibration.intervals import share


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 300, 0.0, 0.01222),  # 1 - .025 ** (1 / 300)
        (1, 10, 0.00253, 0.44502),  # tables of Clopper and Pearson
        (5, 100, 0.01643, 0.11283),
        (10, 10, 0.69150, 1.0),
    ],
)
def test_published_intervals(hits: int, of: int, low: float, high: float):
    found = share(hits, of)
    assert found.rate == hits / of
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("hits", "of"), [(3, 40), (17, 60), (299, 300)])
def test_at_each_bound_what_was_seen_is_just_likely_enough(hits: int, of: int):
    found = share(hits, of)
    assert binom.cdf(hits, of, found.high) == pytest.approx(0.025)
    assert binom.sf(hits - 1, of, found.low) == pytest.approx(0.025)


def test_of_nothing_everything_is_possible():
    found = share(0, 0)
    assert (found.rate, found.low, found.high) == (None, 0.0, 1.0)


@pytest.mark.parametrize(("hits", "of"), [(2, 1), (-1, 5)])
def test_what_is_no_part_is_refused(hits: int, of: int):
    with pytest.raises(ValueError, match="no part"):
        share(hits, of)
