"""A finding is found by its words in every language: the index holds the other ones, too."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

from config.text_index import TextIndex

_BEFORE = TextIndex("trading_finding", ("interpretation",))
_NOW = TextIndex("trading_finding", ("interpretation", "words"))
_ROWS = 1_000  # at a time


def make_new(apps: Any, editor: Any) -> None:
    """Index both columns, and fill the new one for the findings that there are."""
    # pandas with it: whatever looks at the migrations, as `serve` does, is to do without.
    from trading.research.sentences import in_other_languages

    _NOW.make(editor.connection)
    rows = apps.get_model("trading", "Finding").objects
    last = 0
    while page := list(rows.filter(pk__gt=last).order_by("pk")[:_ROWS]):
        for row in page:
            row.words = in_other_languages(row.interpretation, row.sentence)
        rows.bulk_update(page, ["words"], batch_size=100)
        last = page[-1].pk


def drop_new(apps: Any, editor: Any) -> None:
    """The column goes: no index may hold it."""
    _NOW.drop(editor.connection)


def make_old(apps: Any, editor: Any) -> None:
    """Taken back: the index of the interpretation alone, as 0018 makes it."""
    _BEFORE.make(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("trading", "0019_final_error")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, make_old),
        migrations.AddField(
            model_name="finding",
            name="words",
            field=models.TextField(
                blank=True,
                default="",
                editable=False,
                help_text="The interpretation in the other languages: it is found by these, too.",
                verbose_name="search words",
            ),
        ),
        migrations.RunPython(make_new, drop_new),
    ]
