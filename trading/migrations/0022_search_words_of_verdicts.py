"""A strategy is found by its verdict in every language: the index holds the other ones, too."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

from config.text_index import TextIndex

_BEFORE = TextIndex("trading_strategy", ("ticker", "objective", "final_message"))
_NOW = TextIndex("trading_strategy", ("ticker", "objective", "final_message", "final_words"))


def make_new(apps: Any, editor: Any) -> None:
    """Index the new column, too, and fill it for the verdicts that there are."""
    # pandas with it: whatever looks at the migrations, as `serve` does, is to do without.
    from trading.services.wording import verdict_in_other_languages

    _NOW.make(editor.connection)
    rows = apps.get_model("trading", "Strategy").objects.exclude(final_message="")
    for row in rows.defer("state", "profile").order_by("pk").iterator(chunk_size=200):
        rows.filter(pk=row.pk).update(final_words=verdict_in_other_languages(row))


def drop_new(apps: Any, editor: Any) -> None:
    """The column goes: no index may hold it."""
    _NOW.drop(editor.connection)


def make_old(apps: Any, editor: Any) -> None:
    """Taken back: the index without the other languages, as 0018 makes it."""
    _BEFORE.make(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("trading", "0021_variant_as_written")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, make_old),
        migrations.AddField(
            model_name="strategy",
            name="final_words",
            field=models.TextField(
                blank=True,
                default="",
                editable=False,
                help_text="The verdict in the other languages: it is found by these, too.",
                verbose_name="search words",
            ),
        ),
        migrations.RunPython(make_new, drop_new),
    ]
