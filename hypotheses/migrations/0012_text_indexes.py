"""Full-text indexes for the search of pages, kept by the database (config/text_index.py)."""

from __future__ import annotations

from typing import Any

from django.db import migrations

from config.text_index import TextIndex

INDEXES = (
    TextIndex("hypotheses_hypothesis", ("text",)),
    TextIndex("hypotheses_version", ("question",)),
)


def make(apps: Any, editor: Any) -> None:
    """Make them of the rows that there are."""
    for index in INDEXES:
        index.make(editor.connection)


def drop(apps: Any, editor: Any) -> None:
    """Remove them."""
    for index in INDEXES:
        index.drop(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("hypotheses", "0011_standing")]
    operations = [migrations.RunPython(make, drop)]
