"""A variant's tear sheet: rolling Sharpe ratio and the worst drawdowns."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.trading.variants import played_variant
from trading.presenting.picture import rolling, sheet, worst
from trading.services.replay import market, replay_variant


def test_the_rolling_ratio_is_that_of_each_window():
    moves = np.array([0.01, -0.02, 0.03, 0.01])
    last = moves[1:]
    expected = last.mean() / last.std(ddof=1) * np.sqrt(252)
    found = rolling(moves, 3, 252)
    assert len(found) == 2
    assert found[-1] == pytest.approx(expected)


def test_a_window_without_a_move_has_a_ratio_of_zero():
    assert rolling(np.zeros(5), 3, 252).tolist() == [0, 0, 0]


def test_drawdowns_are_told_from_the_peak_to_where_it_is_reached_again_the_deepest_first():
    worth = np.array([1, 2, 1.8, 2, 3, 1.5, 2.4])
    days = pd.date_range("2020-01-02", periods=6).to_pydatetime()
    deep, shallow = worst(worth, days)
    assert (deep.depth, deep.since, deep.lowest, deep.until) == (-0.5, days[3], days[4], None)
    assert shallow.depth == pytest.approx(-0.1)
    assert (shallow.since, shallow.lowest, shallow.until) == (days[0], days[1], days[2])


def test_a_loss_from_the_first_bar_on_begins_there():
    days = pd.date_range("2020-01-02", periods=2).to_pydatetime()
    (only,) = worst(np.array([1, 0.5, 0.6]), days)
    assert (only.since, only.until) == (days[0], None)


@pytest.mark.django_db
def test_the_sheet_of_a_variant_has_all_its_curves():
    replay = replay_variant(variant=played_variant())
    found = sheet(replay, market(replay))
    assert found is not None
    assert found.rolling is not None
    assert found.falls[0].depth == min(fall.depth for fall in found.falls)
    assert found.picture.band == ""
