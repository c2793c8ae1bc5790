"""Drawdown, buy-and-hold, thinning: what is drawn is true, and no extreme is lost."""

from __future__ import annotations

import numpy as np
import pytest

from trading.backtest.relative import bars_between, drawdown, hold, returns, thinned


def test_drawdown_is_the_fall_from_the_highest_so_far():
    assert drawdown(np.array([100.0, 120.0, 90.0, 130.0])) == pytest.approx([0, 0, -0.25, 0])


def test_buy_and_hold_begins_with_the_cash():
    assert hold(np.array([50.0, 55.0, 40.0]), 1_000.0) == pytest.approx([1_000, 1_100, 800])


def test_after_ruin_nothing_moves():
    assert returns(np.array([10.0, 5.0, 0.0, 0.0])) == pytest.approx([-0.5, -1.0, 0.0])


@pytest.mark.parametrize(("bars", "most"), [(5, 5), (1_000, 100), (1_000, 2), (1_000, 5), (37, 36)])
def test_thinning_keeps_the_ends_and_the_bound(bars: int, most: int):
    values = np.random.default_rng(bars).normal(size=bars)
    places = thinned(bars, most, values)
    assert (places[0], places[-1]) == (0, bars - 1)
    assert len(places) <= most
    assert np.all(np.diff(places) > 0)


def test_thinning_keeps_the_lowest_and_highest_of_each_series():
    rng = np.random.default_rng(3)
    one, other = rng.normal(size=(2, 10_000)).cumsum(axis=1)
    places = thinned(10_000, 400, one, other)
    for series in (one, other):
        assert {int(series.argmin()), int(series.argmax())} <= set(places.tolist())


def test_joined_bars_hold_every_high_and_low():
    rng = np.random.default_rng(4)
    close = 100 + rng.normal(size=500).cumsum()
    opened, high, low = close + 0.1, close + 1, close - 1
    places = thinned(500, 60, close)
    joined = bars_between(places, opened, high, low, close)
    assert joined[1].max() == high.max()
    assert joined[2].min() == low.min()
    assert joined[0][0] == opened[0]
    assert joined[3] == pytest.approx(close[places])
