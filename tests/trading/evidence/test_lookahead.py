"""Whoever peeks is caught; whoever does not is left alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from tests.trading.evidence import peeking
from tests.trading.strategies.bars import made_up
from trading.evidence.lookahead import Said, Scrambler, cuts_of, look_ahead

BARS = made_up(250, sd=0.015)


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.mark.parametrize("says", peeking.FUNCTIONS)
def test_a_peeking_rule_is_caught(says: Callable[[pd.DataFrame], Said]) -> None:
    found = look_ahead(says, BARS, rng())
    assert found.value
    assert found.details["cuts"] >= 30


def only_scrambling_shows(says: Callable[[pd.DataFrame], Said], frame: pd.DataFrame) -> None:
    """A cut leaves the series' extreme, which is its first bar; another future moves it."""
    found = look_ahead(says, frame, rng())
    assert found.details["prefix"] == 0
    assert found.details["scramble"] >= found.details["cuts"] // 3


def test_a_glance_at_the_lowest_bar_of_all_is_caught_by_a_lower_future() -> None:
    rising = peeking.trending(250, 0.002)
    only_scrambling_shows(
        lambda bars: peeking.truth(bars["Close"] > 1.2 * bars["Low"].min()), rising
    )


def test_a_glance_at_the_highest_bar_of_all_is_caught_by_a_higher_future() -> None:
    falling = peeking.trending(250, -0.002)
    only_scrambling_shows(
        lambda bars: peeking.truth(bars["Close"] < bars["High"].max() / 1.2), falling
    )


def test_an_honest_rule_is_not_flagged() -> None:
    def says(frame: pd.DataFrame) -> Said:
        mean, spread = (getattr(frame["Close"].rolling(10), name)() for name in ("mean", "std"))
        return np.asarray([(frame["Close"] - mean) / spread, frame["Volume"].shift(1)]).T

    assert look_ahead(says, BARS, rng()).value == 0


def test_the_first_mismatch_is_told() -> None:
    found = look_ahead(peeking.next_close, BARS, rng())
    assert found.details["first_bar"] == found.details["first_cut"] - 1


def test_too_few_bars_are_no_pass() -> None:
    found = look_ahead(peeking.next_close, BARS.iloc[:40], rng(), first_cut=20)
    assert found.reason == "too_short"


def test_who_says_nothing_of_short_histories_is_honest_if_silent_there() -> None:
    def says(frame: pd.DataFrame) -> Said | None:
        if len(frame) < 100:
            return None
        late = np.arange(len(frame)) >= 100
        return late * (frame["Close"].to_numpy() > 100)

    assert look_ahead(says, BARS, rng()).value == 0


def test_who_speaks_of_other_bars_is_refused() -> None:
    with pytest.raises(ValueError, match="spoken"):
        look_ahead(lambda frame: np.zeros(3), BARS, rng())


def test_fewer_cuts_than_thirty_are_refused() -> None:
    with pytest.raises(ValueError, match="cuts"):
        look_ahead(peeking.next_close, BARS, rng(), cuts=29)


def test_cuts_stand_where_it_speaks_and_in_between() -> None:
    speaks = np.zeros(1000, dtype=bool)
    speaks[[300, 700]] = True
    cuts = cuts_of(speaks, np.zeros(1000, dtype=bool), first=50, most=40)
    assert {300, 301, 700, 701} <= set(cuts.tolist())
    assert len(cuts) == 40
    assert cuts.min() == 50
    assert cuts.max() == 999
    assert np.diff(cuts).max() < 60


def test_a_scrambled_future_leaves_the_past_and_possible_bars() -> None:
    for up in (True, False):
        found = Scrambler(BARS).scrambled(100, rng(), up=up)
        assert found.iloc[:100].equals(BARS.iloc[:100])
        assert found.index.equals(BARS.index)
        assert not np.isclose(found["Close"].iloc[100:], BARS["Close"].iloc[100:]).any()
        assert (found["High"] >= found[["Open", "Close"]].max(axis=1)).all()
        assert (found["Low"] <= found[["Open", "Close"]].min(axis=1)).all()
    assert (
        Scrambler(BARS).scrambled(100, rng(), up=True)["Close"].iloc[100:].min()
        > BARS["Close"].min()
    )


def test_columns_that_are_no_numbers_go_with_their_bars() -> None:
    named = BARS.assign(Day=[str(day)[:10] for day in BARS.index])
    found = Scrambler(named).scrambled(100, rng(), up=True)
    assert list(found.columns) == list(named.columns)
    assert sorted(found["Day"]) == sorted(named["Day"])
