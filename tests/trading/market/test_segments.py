"""The three parts of a history."""

from __future__ import annotations

import pytest

from trading.market.data import split
from trading.market.errors import MarketError


@pytest.mark.parametrize(
    ("bars", "cuts"),
    [(5, (3, 4)), (10, (6, 8)), (196, (117, 156)), (2148, (1288, 1718)), (3270, (1962, 2616))],
)
def test_a_history_is_cut_at_60_and_80_percent(bars, cuts):
    first, second = cuts
    assert split(bars) == ((0, first), (first, second), (second, bars))


@pytest.mark.parametrize("bars", range(3, 200))
def test_the_segments_cover_the_history_and_none_is_empty(bars):
    train, validation, holdout = split(bars)
    assert (train[0], train[1], validation[1], holdout[1]) == (
        0, validation[0], holdout[0], bars,
    )  # fmt: skip
    assert all(to > first for first, to in (train, validation, holdout))


@pytest.mark.parametrize("bars", [0, 1, 2])
def test_too_few_bars_are_refused(bars):
    with pytest.raises(MarketError) as error:
        split(bars)
    assert (error.value.code, error.value.params) == ("too_few_bars", {"bars": bars, "minimum": 3})


@pytest.mark.parametrize("shares", [(0.6, 0.4), (0, 0.5), (0.5, 0), (-1, 0.5)])
def test_shares_must_leave_a_holdout(shares):
    with pytest.raises(ValueError, match="do not leave three segments"):
        split(100, *shares)


@pytest.mark.parametrize(
    ("sealed_from", "cuts"), [(None, (60, 80)), (90, (60, 80)), (80, (60, 80)), (40, (30, 40))]
)
def test_what_is_sealed_stays_sealed(sealed_from, cuts):
    found = split(100, sealed_from=sealed_from)
    assert (found.train[1], found.validation[1], found.holdout) == (*cuts, (cuts[1], 100))


@pytest.mark.parametrize("sealed_from", [-5, 0, 1])
def test_a_history_that_is_all_sealed_is_too_short(sealed_from):
    with pytest.raises(MarketError) as error:
        split(100, sealed_from=sealed_from)
    assert error.value.code == "too_few_bars"
