"""Full-text indexes for the search of pages, kept by the database (config/text_index.py)."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from config.text_index import TextIndex

INDEXES = (
    TextIndex("trading_strategy", ("ticker", "objective", "final_message")),
    TextIndex("trading_finding", ("interpretation",)),
)
LESSONS = TextIndex("trading_lesson", ("words",))


def indexes(connection: Any) -> tuple[TextIndex, ...]:
    """SQLite has that of the lessons since 0003."""
    return INDEXES if connection.vendor == "sqlite" else (*INDEXES, LESSONS)


def make(apps: Any, editor: Any) -> None:
    """Make them of the rows that there are."""
    for index in indexes(editor.connection):
        index.make(editor.connection)


def drop(apps: Any, editor: Any) -> None:
    """Remove them."""
    for index in indexes(editor.connection):
        index.drop(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("trading", "0017_sentences_by_code")]
    operations = [migrations.RunPython(make, drop)]
