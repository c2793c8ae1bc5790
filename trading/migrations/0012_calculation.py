"""Figures that there are were computed by the first version of the rules; new ones by the second."""

from __future__ import annotations

from django.db import migrations, models


def _field(default: int) -> models.PositiveSmallIntegerField:
    return models.PositiveSmallIntegerField(
        default=default,
        editable=False,
        help_text="The version of the rules that its figures are computed by.",
        verbose_name="calculation",
    )


class Migration(migrations.Migration):
    dependencies = [("trading", "0011_inherited_trials")]

    operations = [
        migrations.AddField(model_name="strategy", name="calculation", field=_field(1)),
        migrations.AlterField(model_name="strategy", name="calculation", field=_field(2)),
    ]
