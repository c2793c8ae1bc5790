"""A variant's series are what was recorded, and hold no sealed bar without its recorded opening."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from config.desk.refusals import Refusal
from tests.trading.desk import developed
from tests.trading.helpers import make_backtests, make_holdout
from tests.trading.services.inline import momentum
from tests.trading.services.test_seal import poisoned
from tests.trading.storage.stored import dataset
from tests.trading.variants import opened_variant, own_strategy, own_variant, played_variant
from trading.models import Backtest, HoldoutOpening, Variant
from trading.presenting.series import series
from trading.services.replay import Replay, replay_variant, same, shelf
from trading.services.variant_replay import Shelf
from trading.strategies.errors import SpecError

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_shelf() -> None:
    shelf().clear()


def test_all_recorded_figures_come_out_the_same():
    strategy = developed()
    for variant in strategy.variants.all():
        replay = replay_variant(variant=variant)
        assert (replay.verified, replay.differences) == (True, ())
        assert [part.segment for part in replay.parts] == ["train", "validation"]
        recorded = sum(len(row.metrics) for row in variant.backtests.all())
        assert replay.compared == recorded


def test_the_curves_are_those_of_the_figures():
    variant = played_variant()
    for part in replay_variant(variant=variant).parts:
        row = variant.backtests.get(segment=part.segment)
        assert part.equity[0] == part.hold[0] == 10_000.0
        assert part.equity[-1] == row.final_equity
        assert part.drawdown.min() == pytest.approx(row.max_drawdown)
        assert part.hold[-1] / part.hold[0] - 1 == pytest.approx(row.metrics["buy_hold_return"])
        assert part.hold_drawdown.min() == pytest.approx(row.metrics["buy_hold_max_drawdown"])
        assert len(part.trades) == row.total_trades
        gained = part.equity[-1] - part.equity[0]
        assert sum(trade.pnl for trade in part.trades) == pytest.approx(gained)
        assert all(
            part.begin <= trade.entry_bar <= trade.exit_bar < part.end for trade in part.trades
        )


@pytest.mark.parametrize(("column", "value"), [("sharpe_ratio", 3.21), ("total_trades", 999)])
def test_a_figure_that_was_recorded_otherwise_is_said(column: str, value: float):
    variant = played_variant()
    variant.backtests.filter(segment="train").update(**{column: value})
    replay = replay_variant(variant=variant)
    assert replay.verified is False
    (found,) = replay.differences
    assert (found.segment, found.name, found.recorded) == ("train", column, value)
    assert series(replay, 500)["verified"] is False
    assert series(replay, 500)["differences"][0]["name"] == column


def test_a_figure_of_the_metrics_alone_is_held_against_them_too():
    variant = played_variant()
    row = variant.backtests.get(segment="validation")
    row.metrics["turnover"] += 1e-6
    row.save()
    assert [one.name for one in replay_variant(variant=variant).differences] == ["turnover"]


def test_what_rests_on_all_bars_is_not_held_against_the_replay_of_one_segment():
    variant = opened_variant(spec="single_bar_momentum")
    row = variant.backtests.get(segment="holdout")
    row.metrics["combined_p"] = 0.004
    row.save()
    assert replay_variant(variant=variant).verified is True


def test_another_spec_than_the_one_that_was_hashed_is_said():
    variant = own_variant(spec_hash="0" * 64)
    (found,) = replay_variant(variant=variant).differences
    assert (found.name, found.recorded) == ("spec_hash", "0" * 12)


def test_without_a_record_nothing_is_verified():
    replay = replay_variant(variant=own_variant())
    assert (replay.verified, replay.compared) == (None, 0)


def test_a_failed_backtest_is_not_held_against_the_replay():
    variant = own_variant()
    Backtest.objects.create(variant=variant, segment="train", error="out of memory")
    assert replay_variant(variant=variant).verified is None


def test_a_segment_that_was_recorded_and_cannot_be_played_is_a_difference():
    dataset(ticker="WALK")
    variant = own_variant(own_strategy(ticker="WALK"), "time_series_momentum")
    variant.spec["parameters"]["lookback"]["value"] = 210
    variant.save()
    make_backtests(variant)
    replay = replay_variant(variant=variant)
    assert "train" in replay.played.errors
    assert ("train", "error") in {(one.segment, one.name) for one in replay.differences}


def test_a_spec_that_cannot_be_read_is_refused():
    variant = own_variant()
    variant.spec = {"name": "nothing"}
    with pytest.raises(SpecError):
        replay_variant(variant=variant)


def test_without_costs_there_is_no_replay():
    variant = own_variant()
    variant.strategy.constraints = {}
    with pytest.raises(Refusal, match="names no cash"):
        replay_variant(variant=variant)


def test_the_dates_of_the_development_hold():
    variant = own_variant()
    whole = replay_variant(variant=variant)
    variant.strategy.date_to = whole.times[800].date()
    assert len(replay_variant(variant=variant).times) < len(whole.times)


class TestTheSeal:
    """No sealed bar without this variant's own opening; and none is made."""

    @pytest.fixture
    def found(self) -> Variant:
        return opened_variant(spec="single_bar_momentum")

    def test_its_own_opening_shows_the_holdout_again_and_makes_none(self, found: Variant):
        before = list(HoldoutOpening.objects.values())
        replay = replay_variant(variant=found)
        assert [part.segment for part in replay.parts] == ["train", "validation", "holdout"]
        assert (replay.verified, replay.sealed) == (True, None)
        assert list(HoldoutOpening.objects.values()) == before

    def test_other_variants_of_the_same_development_stay_sealed(self, found: Variant):
        replay_variant(variant=found)
        assert_sealed(replay_variant(variant=own_variant(found.strategy, index=1)))
        assert HoldoutOpening.objects.count() == 1

    def test_the_same_spec_of_another_development_stays_sealed(self, found: Variant):
        replay_variant(variant=found)
        assert_sealed(replay_variant(variant=own_variant(spec="single_bar_momentum")))

    def test_an_opening_of_another_occasion_is_no_key(self):
        variant = own_variant()
        make_holdout(variant)
        assert_sealed(replay_variant(variant=variant))
        assert HoldoutOpening.objects.count() == 1

    def test_an_opening_without_the_backtest_shows_nothing(self, found: Variant):
        replay_variant(variant=found)
        Backtest.objects.filter(segment="holdout").delete()
        assert_sealed(replay_variant(variant=found))

    def test_what_is_sent_is_the_same_whatever_the_sealed_bars_are(self):
        dataset(momentum(), ticker="CLEAN")
        dataset(poisoned(momentum()), ticker="WILD")
        sent = [
            series(replay_variant(variant=own_variant(own_strategy(ticker=ticker))), 10_000)
            for ticker in ("CLEAN", "WILD")
        ]
        assert sent[0] == sent[1]


def assert_sealed(replay: Replay) -> None:
    """No bar of the holdout is in the replay, nor in what is sent of it."""
    begin, end = replay.played.segments.holdout
    last = momentum().index[-1].date()
    assert replay.sealed == (end - begin, last)
    assert len(replay.played.frame) == begin
    assert all(part.end <= begin for part in replay.parts)
    sent = series(replay, 10_000)
    assert len(sent["time"]) == begin
    sealed = sent["segments"][-1]
    assert sealed == {"name": "holdout", "word": "sealed holdout", "sealed": True, "from": begin,
                      "to": begin, "bars": end - begin, "until": last.isoformat()}  # fmt: skip


class TestTheShelf:
    """What was played is kept a while, and never mistaken."""

    def test_the_second_time_is_the_first(self):
        variant = own_variant()
        first, second = (replay_variant(variant=variant).played for _ in range(2))
        assert first is second

    def test_other_costs_are_another_play(self):
        variant = own_variant()
        dear = dict(variant.strategy.constraints) | {"commission": 0.01}
        first = replay_variant(variant=variant).played
        variant.strategy.constraints = dear
        second = replay_variant(variant=variant).played
        assert first is not second
        assert first.parts[0].equity[-1] > second.parts[0].equity[-1]

    def test_it_keeps_within_its_bytes_what_was_asked_for_last(self):
        played = replay_variant(variant=own_variant()).played
        shelf = Shelf(most=int(2.5 * played.size))
        for name in "ab":
            shelf.put(name, played)
        assert shelf.get("a") is played
        shelf.put("c", played)
        assert (shelf.get("a"), shelf.get("b"), shelf.get("c")) == (played, None, played)


class TestSame:
    @pytest.mark.parametrize(
        ("recorded", "found", "equal"),
        [
            (1.0, 1.0 + 1e-12, True), (1.0, 1.0 + 1e-6, False), (None, None, True),
            (None, 0.0, False), (3, 3.0, True), ([1.0, 2], [1.0, 2.0], True),
            ([1.0], [1.0, 2.0], False), (0.0, 1e-15, True),
        ],
    )  # fmt: skip
    def test_figures_are_the_same_but_for_the_last_digits(
        self, recorded: Any, found: Any, equal: bool
    ):
        assert same(recorded, found) is equal


class TestSeries:
    """What a chart is sent."""

    def test_a_long_series_is_thinned_and_says_so(self):
        replay = replay_variant(variant=own_variant())
        sent = series(replay, 500)
        assert sent["points"] == len(sent["time"]) <= 500 < sent["bars"] == len(replay.times)
        assert np.all(np.diff(sent["time"]) > 0)
        for part, segment in zip(replay.parts, sent["segments"], strict=False):
            assert len(segment["equity"]) == segment["to"] - segment["from"]
            assert min(segment["drawdown"]) == pytest.approx(part.drawdown.min())
            assert max(segment["equity"]) == pytest.approx(part.equity.max())
            assert segment["equity"][-1] == pytest.approx(part.equity[-1])

    def test_a_short_one_is_sent_whole(self):
        replay = replay_variant(variant=own_variant())
        sent = series(replay, 4_000)
        assert sent["points"] == sent["bars"]
        assert sent["close"] == pytest.approx(replay.played.frame["Close"].tolist())

    def test_of_very_many_trades_the_largest_are_sent(self):
        replay = replay_variant(variant=own_variant(spec="single_bar_momentum"))
        sent = series(replay, 200)
        assert len(sent["trades"]["number"]) == 200 < sent["trade_count"]
        largest = max(abs(trade.pnl) for part in replay.parts for trade in part.trades)
        assert max(map(abs, sent["trades"]["pnl"])) == pytest.approx(largest)
