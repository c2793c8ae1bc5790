"""The full-text index is there after all migrations, and goes and comes with them."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.trading.helpers import make_developed
from trading.memory import remember
from trading.memory.index import NAME, TRIGGERS, drop_index, make_index
from trading.memory.search import scores
from trading.models import Lesson

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="FTS5 is SQLite's"),
]


def present() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger')")
        return {name for (name,) in cursor.fetchall()} & {NAME, *TRIGGERS}


def test_no_migration_lost_it() -> None:
    """Altering the table of lessons drops its triggers: such a migration makes them again."""
    assert present() == {NAME, *TRIGGERS}


def test_it_goes_and_comes_back_with_the_lessons_there_are() -> None:
    drop_index(connection)
    assert present() == set()
    remember(strategy=make_developed(), state={})
    make_index(connection)
    assert present() == {NAME, *TRIGGERS}
    assert len(scores("RSI", Lesson.objects.all())) == 2
