"""Full-text search over lessons: an FTS5 index, kept in step by triggers. SQLite alone.

SQLite drops a table's triggers along with it, and Django alters a table by making it anew: a
later migration that alters Lesson ends with `make_index` again (a test
finds one that forgets it). PostgreSQL computes its search vectors when asked.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations


def make(apps: Any, editor: Any) -> None:
    """Make the index."""
    from trading.memory.recall_search import make_index

    make_index(editor.connection)


def drop(apps: Any, editor: Any) -> None:
    """Remove it."""
    from trading.memory.recall_search import drop_index

    drop_index(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("trading", "0002_classic_profile")]
    operations = [migrations.RunPython(make, drop)]
