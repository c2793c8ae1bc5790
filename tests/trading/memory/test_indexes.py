"""What recall promises, however it is searched: by words, or by meaning with either store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from config.recall.index import chosen
from config.recall.sync import reindex
from tests.people import person
from tests.recall import choose
from tests.trading.helpers import make_strategy
from trading.memory import recall
from trading.models import Lesson, Strategy

from .test_recall_search import ASKED, lesson

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["fulltext", "vectors", "chroma"], autouse=True)
def memory(request: pytest.FixtureRequest, settings: Any, tmp_path: Path) -> None:
    if request.param != "fulltext":
        choose(settings, tmp_path, request.param)


@pytest.fixture
def strategy(db: None) -> Strategy:
    return make_strategy()


def recalled(**changes: Any) -> list[str]:
    """The texts that are recalled, of an index that knows every row."""
    if chosen():
        reindex()
    return again(**changes)


def again(**changes: Any) -> list[str]:
    return [row["text"] for row in recall(**{**ASKED, **changes}).content]


def test_pinned_then_the_ticker_s_own_then_its_frequency_then_what_fits(strategy: Strategy) -> None:
    lesson(strategy, "momentum of oil and rsi", ticker="IBM")
    lesson(strategy, "rsi reversion works", ticker="IBM")
    lesson(strategy, "rsi reversion a week", frequency="1w")
    lesson(strategy, "nothing in common")
    lesson(strategy, "reversion by the rsi")
    lesson(strategy, "costs matter", ticker="IBM", pinned=True)
    assert recalled() == [
        "costs matter",
        "reversion by the rsi",
        "nothing in common",
        "rsi reversion a week",
        "rsi reversion works",
        "momentum of oil and rsi",
    ]


def test_nothing_retired_nor_archived(strategy: Strategy) -> None:
    lesson(strategy, "rsi reversion retired", retired_at=timezone.now())
    lesson(strategy, "rsi reversion archived", archived_at=timezone.now())
    assert recalled() == []


def test_nothing_of_other_users() -> None:
    ana, rui = person("ana"), person("rui", "reviewer")
    lesson(make_strategy(owner=ana), "rsi reversion of ana", ticker="IBM")
    lesson(make_strategy(owner=person("eva")), "rsi reversion of eva", ticker="IBM")
    lesson(make_strategy(), "rsi reversion of nobody", ticker="IBM")
    assert recalled(user=ana) == ["rsi reversion of ana"]
    assert len(again(user=rui)) == 3


def test_nothing_from_later_bars_of_the_ticker(strategy: Strategy) -> None:
    cut = datetime(2008, 1, 1, tzinfo=UTC)
    lesson(strategy, "rsi reversion later", evidence_until=datetime(2010, 1, 1, tzinfo=UTC))
    lesson(strategy, "rsi reversion earlier", evidence_until=cut)
    assert recalled(until=cut) == ["rsi reversion earlier"]


def test_what_is_deleted_is_recalled_no_more_and_its_vectors_go(
    strategy: Strategy, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    lesson(strategy, "rsi reversion", ticker="IBM")
    other = lesson(make_strategy(), "rsi reversion of another", ticker="IBM")
    assert len(recalled()) == 2
    with django_capture_on_commit_callbacks(execute=True):
        strategy.delete()
    assert again() == [other.text]
    if chosen():
        assert [kept.rows for kept in reindex() if kept.collection == "lessons"] == [1]
        assert sum(kept.dropped for kept in reindex()) == 0


def test_the_same_order_twice_with_ties_by_number(strategy: Strategy) -> None:
    texts = [f"rsi reversion {letter}" for letter in "dacb"]
    for text in texts:
        lesson(strategy, text, ticker="IBM")
    first = recalled()
    assert sorted(first) == sorted(texts)
    assert again() == first
    Lesson.objects.update(text="rsi reversion alike", words="rsi alike")
    for row in Lesson.objects.order_by("pk"):
        Lesson.objects.filter(pk=row.pk).update(values={"n": row.pk})  # else they are one
    snapshot = [row["values"]["n"] for row in recall_rows()]
    assert snapshot == sorted(snapshot)
    assert len(snapshot) == 4


def recall_rows() -> list[dict[str, Any]]:
    if chosen():
        reindex()
    content: list[dict[str, Any]] = recall(**ASKED).content
    return content


def test_no_more_than_the_limit_and_only_these_count_as_used(strategy: Strategy) -> None:
    for number in range(4):
        lesson(strategy, f"rsi reversion {number}")
    assert len(recalled(limit=3)) == 3
    used = Lesson.objects.filter(last_used_at__isnull=False).values_list("text", flat=True)
    assert sorted(used) == sorted(again(limit=3))


def test_the_words_of_an_objective_are_data(strategy: Strategy) -> None:
    lesson(strategy, "kept")
    assert recalled(objective="a\x00b \udcff '; DROP TABLE x; --") == ["kept"]
