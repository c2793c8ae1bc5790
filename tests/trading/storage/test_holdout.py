"""The sealed bars: read by a recorded opening alone, and every repetition is counted."""

from __future__ import annotations

import ast
from datetime import date
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

import trading
from config.runs.models import Run
from tests.trading.market.files import walk
from tests.trading.storage.stored import dataset
from trading.market.errors import MarketError
from trading.models import HoldoutOpening
from trading.storage import Opened, OpenedMeanwhile, open_holdout

pytestmark = pytest.mark.django_db


def opened(stored=None, **options) -> Opened:
    return open_holdout(dataset=stored or dataset(), purpose="a test", **options)


class TestOpening:
    @pytest.mark.parametrize(("warmup", "before"), [(0, 0), (50, 50), (1000, 240), (-1, 0)])
    def test_the_bars_come_after_their_past(self, warmup, before):
        found = opened(warmup=warmup)
        assert found.trade_from == before
        pd.testing.assert_frame_equal(
            found.frame, walk(300).iloc[240 - before :], check_freq=False, check_exact=True
        )

    def test_it_is_on_record(self):
        user, run = User.objects.create_user("ana"), Run.objects.create(kind="x", subject_id=1)
        stored = dataset()
        opening = opened(stored, run=run, user=user, spec_hash="ab" * 32).opening
        kept = HoldoutOpening.objects.get()
        assert kept == opening
        assert (kept.dataset, kept.sha256, kept.run, kept.user) == (
            stored, stored.sha256, run, user,
        )  # fmt: skip
        assert (kept.purpose, kept.spec_hash) == ("a test", "ab" * 32)
        assert (str(kept.first_at.date()), str(kept.last_at.date())) == (
            str(walk(300).index[240].date()), "2011-02-25",
        )  # fmt: skip

    def test_a_range_has_its_own_holdout(self):
        found = opened(end=date(2010, 12, 31))
        inside = walk(300).loc[:"2010-12-31"]
        pd.testing.assert_frame_equal(
            found.frame, inside.iloc[int(len(inside) * 0.8) :], check_freq=False
        )
        assert str(found.opening.last_at.date()) == "2010-12-31"

    def test_what_must_still_hold_is_checked_before_anything_is_opened(self):
        def check() -> None:
            assert connection.in_atomic_block
            assert not HoldoutOpening.objects.exists()
            raise PermissionError("a run is at work")

        with pytest.raises(PermissionError, match="at work"):
            opened(check=check)
        assert not HoldoutOpening.objects.exists()

    def test_nothing_is_on_record_when_there_is_nothing_to_see(self):
        with pytest.raises(MarketError):
            opened(start=date(1990, 1, 1), end=date(1990, 2, 1))
        assert HoldoutOpening.objects.count() == 0

    def test_it_stays_when_its_run_is_deleted(self):
        run = Run.objects.create(kind="x", subject_id=1)
        opened(run=run)
        run.delete()
        assert HoldoutOpening.objects.get().run is None

    def test_it_is_append_only(self):
        opening = opened().opening
        with pytest.raises(TypeError, match="append-only"):
            opening.save()
        with pytest.raises(TypeError, match="append-only"):
            opening.delete()

    @pytest.mark.django_db(transaction=True)
    def test_no_transaction_can_take_the_record_back(self):
        stored = dataset()
        with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
            opened(stored)
        assert HoldoutOpening.objects.count() == 0


class TestReplay:
    def test_a_step_that_runs_again_opens_once(self):
        run, stored = Run.objects.create(kind="x", subject_id=1), dataset()
        first, again = opened(stored, run=run), opened(stored, run=run)
        assert again.opening == first.opening
        assert again.frame.equals(first.frame)
        assert (HoldoutOpening.objects.count(), first.earlier, again.earlier) == (1, 0, 0)

    def test_another_strategy_of_the_run_opens_again(self):
        run, stored = Run.objects.create(kind="x", subject_id=1), dataset()
        opened(stored, run=run, spec_hash="a")
        assert opened(stored, run=run, spec_hash="b").earlier == 1

    def test_a_key_names_the_occasion(self):
        stored = dataset()
        assert opened(stored, key="gate 1").opening == opened(stored, key="gate 1").opening

    @pytest.mark.parametrize("other", [{"end": date(2010, 12, 31)}, {"stored": True}])
    def test_a_key_does_not_serve_for_other_bars(self, other):
        opened(key="gate 1")
        if "stored" in other:
            other = {"stored": dataset(walk(299), ticker="OTHER")}
        with pytest.raises(ValueError, match="of other bars"):
            opened(key="gate 1", **other)

    def test_a_key_does_not_serve_for_the_same_dates_of_another_dataset(self):
        opened(key="gate 1")
        with pytest.raises(ValueError, match="of other bars"):
            opened(dataset(walk(300, seed=2), ticker="OTHER"), key="gate 1")
        assert HoldoutOpening.objects.count() == 1

    def test_outside_a_run_every_look_is_an_opening(self):
        stored = dataset()
        assert [opened(stored).earlier for _ in range(3)] == [0, 1, 2]


class TestExpected:
    def test_who_knows_of_all_openings_opens(self):
        stored = dataset()
        assert opened(stored, expected=0).earlier == 0
        assert opened(stored, expected=1).earlier == 1

    @pytest.mark.parametrize("expected", [0, 2])
    def test_who_knows_of_another_number_opens_nothing_and_is_told_it(self, expected):
        stored = dataset()
        opened(stored)
        with pytest.raises(OpenedMeanwhile, match="1 openings") as error:
            opened(stored, expected=expected)
        assert error.value.count == HoldoutOpening.objects.count() == 1

    def test_an_occasion_that_has_its_opening_is_not_asked_what_it_knows(self):
        stored = dataset()
        first = opened(stored, key="gate 1", expected=0)
        opened(stored)
        assert opened(stored, key="gate 1", expected=0).opening == first.opening

    def test_the_openings_of_the_whole_market_count(self):
        opened(dataset(walk(300)))
        with pytest.raises(OpenedMeanwhile):
            opened(dataset(walk(301)), expected=0)  # another version of the same ticker


class TestCounting:
    def test_runs_and_users_count_together(self):
        stored = dataset()
        opened(stored, run=Run.objects.create(kind="x", subject_id=1))
        opened(stored, user=User.objects.create_user("ana"))
        assert opened(stored, run=Run.objects.create(kind="x", subject_id=2)).earlier == 2

    def test_overlapping_dates_count(self):
        stored = dataset()
        opened(stored)  # 2010-12-06 to 2011-02-25
        assert opened(stored, end=date(2010, 12, 31)).earlier == 1

    def test_other_dates_do_not(self):
        stored = dataset()
        opened(stored, end=date(2010, 6, 30))
        assert opened(stored).earlier == 0

    def test_one_common_bar_is_enough(self):
        stored = dataset()
        last = opened(stored, end=date(2010, 12, 6)).opening.last_at
        second = opened(stored)
        assert second.opening.first_at == last
        assert second.earlier == 1

    def test_the_same_content_under_another_name_counts(self):
        opened(dataset(ticker="ONE"))
        assert opened(dataset(ticker="OTHER")).earlier == 1

    def test_another_version_of_the_ticker_counts(self):
        opened(dataset(walk(300)))
        assert opened(dataset(walk(301))).earlier == 1

    def test_another_ticker_does_not(self):
        opened(dataset(walk(300), ticker="ONE"))
        assert opened(dataset(walk(300, seed=2), ticker="OTHER")).earlier == 0

    def test_a_later_opening_does_not_change_what_an_earlier_one_repeated(self):
        stored = dataset()
        first = opened(stored, key="first")
        opened(stored)
        assert opened(stored, key="first").earlier == first.earlier == 0


ROOT = Path(trading.__file__).parent
# Who may name what leads to sealed bars; everybody else gets MarketData.
DOORS = {
    "read_history": {"storage"},
    "unpack_prices": {"storage", "market/canonical.py"},
    "PriceBlob": {"storage", "models", "migrations"},
    "read_bundled": {"market", "storage", "management/commands/datasets.py"},
    "open_holdout": {"storage", "services"},
}


@cache
def named_in_sources() -> dict[str, set[str]]:
    """Each of our files, and every name, attribute and import in it."""
    return {
        path.relative_to(ROOT).as_posix(): {
            getattr(node, field)
            for node in ast.walk(ast.parse(path.read_text()))
            for field in ("id", "attr", "name")
            if isinstance(getattr(node, field, None), str)
        }
        for path in ROOT.rglob("*.py")
    }


@pytest.mark.parametrize("door", DOORS)
def test_no_agent_tuner_or_command_has_another_way_to_sealed_bars(door):
    found = {path for path, names in named_in_sources().items() if door in names}
    strangers = {name for name in found if not name.startswith(tuple(DOORS[door]))}
    assert found
    assert not strangers
