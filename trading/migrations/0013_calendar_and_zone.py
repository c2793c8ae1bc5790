"""What a dataset's bars a year rest on, and where its bars trade."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trading", "0012_calculation")]

    operations = [
        migrations.AddField(
            model_name="dataset",
            name="calendar",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="What the bars a year rest on: the days on which the bars trade.",
                verbose_name="calendar",
            ),
        ),
        migrations.AddField(
            model_name="dataset",
            name="timezone",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Where bars of less than a day trade; empty: they are in UTC.",
                max_length=40,
                verbose_name="time zone",
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="dataset", name="dataset_content_once"),
        migrations.AddConstraint(
            model_name="dataset",
            constraint=models.UniqueConstraint(
                fields=("ticker", "sha256", "bars_per_year", "timezone"),
                name="dataset_content_once",
            ),
        ),
    ]
