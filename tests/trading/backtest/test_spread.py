"""Moments as scipy has them; bins that hold every value once."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from trading.backtest.relative import BINS, histogram, spread


def test_moments_are_those_of_the_textbook():
    values = np.random.default_rng(2).standard_t(4, 5_000)
    found = spread(values)
    apart = values - values.mean()
    assert found.mean == pytest.approx(values.mean())
    assert found.sd == pytest.approx(values.std(ddof=1))
    assert found.skew == pytest.approx((apart**3).mean() / (apart**2).mean() ** 1.5)
    assert found.kurtosis == pytest.approx((apart**4).mean() / (apart**2).mean() ** 2)


@pytest.mark.parametrize("values", [[], [0.3], [0.1, 0.1, 0.1]])
def test_what_does_not_vary_has_no_shape(values: list[float]):
    found = spread(np.array(values))
    assert found.count == len(values)
    assert (found.skew, found.kurtosis) == (None, None)
    assert histogram(np.array(values)) == []


@pytest.mark.parametrize("seed", range(20))
def test_bins_hold_every_value_once_and_zero_is_an_edge(seed: int):
    rng = np.random.default_rng(seed)
    values = rng.standard_t(2, 400) * 10.0 ** rng.integers(-5, 3) + rng.normal() * (seed % 3)
    bins = histogram(values)
    assert sum(one.count for one in bins) == 400
    assert 1 <= len(bins) <= BINS
    for before, after in pairwise(bins):
        assert before.high == after.low
    if values.min() < 0 < values.max() and abs(values.mean()) < values.std():
        assert 0.0 in {one.low for one in bins} | {one.high for one in bins}


def test_outliers_go_into_open_ends():
    values = np.concatenate([np.random.default_rng(1).normal(size=1_000), [-50.0, 60.0]])
    first, *_between, last = histogram(values)
    assert (first.low, last.high) == (None, None)
    assert first.count >= 1
    assert last.count >= 1
