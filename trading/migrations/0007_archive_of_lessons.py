"""When a lesson was last recalled, and whether it is archived for want of use.

Those that are there count as used now: they have their days before them. SQLite may make the
table anew, forwards or backwards, and loses the triggers of the full-text index with it.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def index(apps: Any, editor: Any) -> None:
    """Make the full-text index again."""
    from trading.memory.recall_search import make_index

    make_index(editor.connection)


def used_now(apps: Any, editor: Any) -> None:
    """Give the lessons that are there a first use."""
    apps.get_model("trading", "Lesson").objects.update(last_used_at=timezone.now())


def nothing(apps: Any, editor: Any) -> None:
    """The column goes, and what it held."""


class Migration(migrations.Migration):
    dependencies = [("trading", "0006_judges_of_rounds")]
    operations = [
        migrations.RunPython(nothing, index),
        migrations.AddField(
            "lesson",
            "last_used_at",
            models.DateTimeField(
                blank=True,
                help_text="When a development recalled it last, or a person brought it back.",
                null=True,
                verbose_name="last used at",
            ),
        ),
        migrations.AddField(
            "lesson",
            "archived_at",
            models.DateTimeField(blank=True, null=True, verbose_name="archived at"),
        ),
        migrations.RunPython(used_now, nothing),
        migrations.RunPython(index, nothing),
    ]
