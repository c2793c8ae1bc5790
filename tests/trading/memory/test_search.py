"""The full-text index is there after all migrations, and goes and comes with them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.trading.helpers import make_developed
from trading.memory import remember
from trading.memory.recall_search import drop_index, make_index, scores
from trading.models import Lesson
from trading.querysets import LESSONS

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="FTS5 is SQLite's"),
]


def present() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger')")
        return {name for (name,) in cursor.fetchall()} & {LESSONS.name, *LESSONS.triggers()}


def test_no_migration_lost_it() -> None:
    """Altering the table of lessons drops its triggers: such a migration makes them again."""
    assert present() == {LESSONS.name, *LESSONS.triggers()}


def test_it_goes_and_comes_back_with_the_lessons_there_are() -> None:
    drop_index(connection)
    assert present() == set()
    remember(strategy=make_developed(), state={})
    make_index(connection)
    assert present() == {LESSONS.name, *LESSONS.triggers()}
    assert len(scores("RSI", Lesson.objects.all())) == 2


def test_the_index_is_searched_once_however_many_lessons_there_are() -> None:
    """Not by the number of each lesson that may be seen: 80 s instead of .1 s for 20,000."""
    with CaptureQueriesContext(connection) as taken:
        scores("RSI", Lesson.objects.in_use())
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {taken[0]['sql']}")
        plan = [row[-1] for row in cursor.fetchall()]
    (search,) = [step for step in plan if LESSONS.name in step]
    assert ":M" in search  # by the words alone; with "=" it would be by number too
