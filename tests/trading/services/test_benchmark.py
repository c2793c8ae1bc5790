"""What a variant is held against, and that no sealed bar is shown for it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from config.desk.refusals import Missing, Refusal
from tests.trading.market.files import walk
from tests.trading.services.inline import momentum
from tests.trading.storage.stored import dataset
from tests.trading.variants import opened_variant, own_strategy, own_variant, played_variant
from trading.market.data import split
from trading.models import HoldoutOpening, Variant
from trading.services.replay import benchmark_of, by_segment, choices, replay_variant

pytestmark = pytest.mark.django_db


@pytest.fixture
def variant() -> Variant:
    return played_variant()


def against(variant: Variant, key: str = ""):
    replay = replay_variant(variant=variant)
    return benchmark_of(strategy=variant.strategy, replay=replay, against=key)


def test_without_a_word_it_is_held_against_its_own_market(variant: Variant):
    replay = replay_variant(variant=variant)
    found = against(variant)
    assert (found.key, list(found.values)) == ("hold", list(replay.played.frame["Close"]))
    told = dict(by_segment(replay, found))
    assert list(told) == ["train", "validation"]
    assert told["train"].correlation is not None
    assert 0 < told["train"].correlation < 1


def test_cash_never_moves(variant: Variant):
    assert set(against(variant, "cash").values) == {1.0}


def test_another_ticker_is_aligned_by_its_days_and_ends_before_its_own_seal(variant: Variant):
    other = walk(1_000, begin="2006-03-01")
    dataset(other, ticker="OTHER")
    found = against(variant, "OTHER")
    times = replay_variant(variant=variant).times
    seal = other.index[split(1_000).holdout[0]]
    known = np.isfinite(found.values)
    assert known.any()
    assert known.tolist() == [time in other.index and time < seal for time in times]
    at = int(known.argmax())
    assert found.values[at] == pytest.approx(other["Close"].loc[times[at]])


def test_what_the_variant_itself_may_not_see_is_not_shown_of_another(variant: Variant):
    dataset(walk(3_000, begin="2005-01-03"), ticker="LONGER")
    replay = replay_variant(variant=variant)
    assert len(against(variant, "LONGER").values) == len(replay.times) == 1_200
    assert HoldoutOpening.objects.count() == 0


def test_once_its_holdout_was_opened_the_comparison_goes_on_to_the_end():
    variant = opened_variant(spec="single_bar_momentum")
    dataset(walk(3_000, begin="2005-01-03"), ticker="LONGER")
    replay = replay_variant(variant=variant)
    told = dict(by_segment(replay, against(variant, "LONGER")))
    assert told["holdout"].bars == 300


def test_a_missing_bar_is_drawn_as_the_last_one_and_not_beyond_the_ends():
    frame = momentum()
    dataset(frame.drop(frame.index[10]).iloc[:900], ticker="GAPS")
    found = against(played_variant(), "GAPS")
    drawn = found.drawn()
    assert np.isnan(found.values[10])
    assert drawn[10] == drawn[9]
    assert np.isnan(drawn[-1])


def test_only_tickers_with_bars_of_the_same_length_may_be_chosen(variant: Variant):
    hours = walk(300)
    hours.index = pd.date_range("2020-01-01", periods=300, freq="h")
    from trading.market.prices import Prices
    from trading.storage import store_prices

    hourly = Prices(frame=hours, frequency="1h", bars_per_year=1764.0, adjusted=False)
    store_prices(ticker="HOURS", prices=hourly, source="a test")
    assert choices(variant.strategy) == ["AAPL", "FB", "GOOG", "IBM", "MSFT"]
    for wrong in ("HOURS", "NONE", "EDGE", "'"):
        with pytest.raises(Missing):
            against(variant, wrong)


def test_a_ticker_without_a_common_bar_is_refused_by_name():
    dataset(walk(300, begin="1980-01-01"), ticker="OLD")
    with pytest.raises(Refusal, match="OLD has no bars"):
        against(own_variant(own_strategy()), "OLD")
