"""Full-text search over lessons: an FTS5 index, kept in step by triggers. SQLite alone.

SQLite drops a table's triggers along with it, and Django alters a table by making it anew: a
later migration that alters Lesson ends with `RunPython(make_index, drop_index)` again (a test
finds one that forgets it). PostgreSQL computes its search vectors when asked.
"""

from __future__ import annotations

from django.db import migrations

from trading.memory.index import drop_index, make_index


class Migration(migrations.Migration):
    dependencies = [("trading", "0003_classic_profile")]
    operations = [
        migrations.RunPython(
            lambda apps, editor: make_index(editor.connection),
            lambda apps, editor: drop_index(editor.connection),
        )
    ]
