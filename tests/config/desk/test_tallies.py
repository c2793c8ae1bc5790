"""Counts that all processes share."""

from __future__ import annotations

import time

import pytest

from config.desk import tallies
from config.desk.models import Tally

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_the_start_of_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    go_to(monkeypatch, 0)


def go_to(monkeypatch: pytest.MonkeyPatch, second: float) -> None:
    monkeypatch.setattr(time, "time", lambda: 6_000_000 + second)


def taken(times: int, key: str = "k", limit: int = 10) -> int:
    return sum(tallies.take(key, limit) for _ in range(times))


def test_no_more_are_taken_than_the_limit() -> None:
    assert taken(15) == 10
    assert taken(15, key="another") == 10


def test_the_minute_before_counts_by_the_share_that_is_not_over(monkeypatch) -> None:
    taken(10)
    go_to(monkeypatch, 60)
    assert taken(3) == 0
    go_to(monkeypatch, 90)
    assert taken(9) == 5
    go_to(monkeypatch, 180)
    assert taken(15) == 10


def test_what_another_process_counted_counts_here() -> None:
    Tally.objects.create(key="k", minute=100_000, amount=9)
    assert taken(5) == 1


def test_amounts_are_added_within_a_minute(monkeypatch) -> None:
    tallies.add("spent", 300)
    tallies.add("spent", 200)
    assert (tallies.this_minute("spent"), tallies.seconds_left()) == (500, 60)
    go_to(monkeypatch, 61)
    assert (tallies.this_minute("spent"), tallies.seconds_left()) == (0, 59)


def test_old_minutes_are_taken_away(monkeypatch) -> None:
    tallies.add("a", 1)
    go_to(monkeypatch, 120)
    tallies.add("b", 1)
    assert [row.key for row in Tally.objects.all()] == ["b"]
