"""How each hypothesis stands is stored, so that lists can find by it."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count, Exists, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce


def store(apps: Any, editor: Any) -> None:
    """The standing of the hypotheses there are."""

    def rows(name: str, **lookups: Any) -> Any:
        model = apps.get_model("hypotheses", name)
        return model.objects.using(editor.connection.alias).filter(**lookups).order_by()

    def tally(found: Any, by: str) -> Any:
        counted = found.values(by).annotate(figure=Count("pk")).values("figure")
        return Coalesce(Subquery(counted), 0)

    last = rows("Version", hypothesis=OuterRef(OuterRef("pk"))).order_by("-number")
    of_last = {"version": Subquery(last.values("pk")[:1])}
    decision = rows("Decision", hypothesis=OuterRef("pk"), current=True)
    verdicts = rows("Review", **of_last).values("version", "forced")
    verdicts = verdicts.annotate(verdicts=Count("status", distinct=True))
    rows("Hypothesis").update(
        decided=Coalesce(Subquery(decision.values("after")[:1]), Value("")),
        source=Coalesce(Subquery(decision.values("source")[:1]), Value("")),
        open_gaps=tally(
            rows("Gap", hypothesis=OuterRef("pk"), state__in=["open", "reopened"]), "hypothesis"
        ),
        awaiting=tally(rows("Clarification", **of_last, answered_at=None), "version"),
        conditions=tally(
            rows("Element", **of_last, origin__in=["suggested", "model"]), "version"
        ),
        contested=Exists(verdicts.filter(verdicts__gt=1)),
    )


class Migration(migrations.Migration):

    dependencies = [
        ('hypotheses', '0010_design_and_direction_sure'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='hypothesis',
            name='awaiting',
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name='questions'),
        ),
        migrations.AddField(
            model_name='hypothesis',
            name='conditions',
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name='conditions'),
        ),
        migrations.AddField(
            model_name='hypothesis',
            name='contested',
            field=models.BooleanField(default=False, editable=False, verbose_name='contested'),
        ),
        migrations.AddField(
            model_name='hypothesis',
            name='decided',
            field=models.CharField(blank=True, editable=False, max_length=20, verbose_name='decided'),
        ),
        migrations.AddField(
            model_name='hypothesis',
            name='open_gaps',
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name='open gaps'),
        ),
        migrations.AddField(
            model_name='hypothesis',
            name='source',
            field=models.CharField(blank=True, editable=False, max_length=8, verbose_name='decided by'),
        ),
        migrations.AlterField(
            model_name='hypothesis',
            name='owner',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hypotheses', to=settings.AUTH_USER_MODEL, verbose_name='owner'),
        ),
        migrations.RunPython(store, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name='hypothesis',
            index=models.Index(fields=['archived_at', 'id', 'owner', 'decided', 'source', 'open_gaps', 'awaiting', 'conditions', 'contested'], name='hypothesis_all'),
        ),
        migrations.AddIndex(
            model_name='hypothesis',
            index=models.Index(fields=['owner', 'archived_at', 'id', 'decided', 'source', 'open_gaps', 'awaiting', 'conditions', 'contested'], name='hypothesis_own'),
        ),
    ]
