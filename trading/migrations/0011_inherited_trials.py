"""What a fork inherits is frozen; forks that there are by now get what is known of them today."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def freeze(apps: Any, _schema_editor: Any) -> None:
    """Parents are older than their forks, so each finds its parent's frozen."""
    strategy = apps.get_model("trading", "Strategy")
    trial = apps.get_model("trading", "Trial")
    forks = strategy.objects.filter(forked_from__isnull=False).order_by("pk")
    for fork in forks.iterator():
        parent = strategy.objects.select_related("memory").get(pk=fork.forked_from_id)
        found = {str(parent.pk): trial.objects.filter(strategy=parent.pk).count()}
        for known in (parent.memory.trials if parent.memory else {}, parent.inherited):
            for key, count in known.items():
                found[key] = max(count, found.get(key, 0))
        fork.inherited = {key: found[key] for key in sorted(found, key=int)}
        fork.save(update_fields=["inherited"])


class Migration(migrations.Migration):
    dependencies = [("trading", "0010_second_looks")]

    operations = [
        migrations.AddField(
            model_name="strategy",
            name="inherited",
            field=models.JSONField(
                blank=True,
                default=dict,
                editable=False,
                help_text=(
                    "Of a fork: how much the strategies it builds on had tried, when it was made."
                ),
                verbose_name="inherited trials",
            ),
        ),
        migrations.RunPython(freeze, migrations.RunPython.noop),
    ]
