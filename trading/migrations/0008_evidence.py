"""Evidence of variants, counts of trials, strict operators, and the profile `rigorous` as rows."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from trading.domain.profiles import RIGOROUS


def make(apps: Any, schema_editor: Any) -> None:
    """Make the profile. One of its name that is there already stays as it is."""
    GateProfile = apps.get_model("trading", "GateProfile")
    GateCriterion = apps.get_model("trading", "GateCriterion")
    profile, made = GateProfile.objects.get_or_create(
        name=RIGOROUS.name, defaults={"pass_score": RIGOROUS.pass_score}
    )
    if made:
        for criterion in RIGOROUS.criteria:
            GateCriterion.objects.create(profile=profile, **asdict(criterion))


def remove(apps: Any, schema_editor: Any) -> None:
    """Remove it, and what no gate of before can say; developments keep their own copy."""
    apps.get_model("trading", "GateProfile").objects.filter(name=RIGOROUS.name).delete()
    criteria = apps.get_model("trading", "GateCriterion").objects
    for strict, plain in ((">", ">="), ("<", "<=")):
        criteria.filter(operator=strict).update(operator=plain)
    if schema_editor is not None and schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is pending bars a change


class Migration(migrations.Migration):

    dependencies = [
        ('trading', '0007_archive_of_lessons'),
    ]

    operations = [
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('error', models.TextField(blank=True, verbose_name='error')),
                ('trials', models.PositiveIntegerField(default=0, help_text='Parameter sets that the examination tried.', verbose_name='trials')),
                ('document', models.JSONField(default=dict, verbose_name='figures')),
            ],
            options={
                'verbose_name': 'evidence',
                'verbose_name_plural': 'evidence',
                'ordering': ['variant'],
            },
        ),
        migrations.CreateModel(
            name='TrialCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('iteration', models.PositiveSmallIntegerField(verbose_name='iteration')),
                ('raw', models.PositiveIntegerField(help_text='Every evaluation, those inherited from memory included.', verbose_name='trials')),
                ('distinct', models.PositiveIntegerField(verbose_name='distinct')),
                ('inherited', models.PositiveIntegerField(verbose_name='inherited')),
                ('effective', models.PositiveIntegerField(help_text='Clusters of correlated returns.', verbose_name='effective trials')),
                ('unplayed', models.PositiveIntegerField(verbose_name='not played')),
                ('overfitting', models.FloatField(blank=True, null=True, verbose_name='probability of overfitting')),
                ('document', models.JSONField(default=dict, verbose_name='figures')),
            ],
            options={
                'verbose_name': 'count of trials',
                'verbose_name_plural': 'counts of trials',
                'ordering': ['strategy', 'iteration'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='gatecriterion',
            name='gate_soft_on_its_side',
        ),
        migrations.AddField(
            model_name='gateoutcome',
            name='applicable',
            field=models.BooleanField(default=True, help_text='One that does not apply passes, unscored.', verbose_name='applicable'),
        ),
        migrations.AddField(
            model_name='gateoutcome',
            name='details',
            field=models.JSONField(blank=True, default=dict, help_text='The numbers behind the value.', verbose_name='details'),
        ),
        migrations.AddField(
            model_name='gateoutcome',
            name='reason',
            field=models.CharField(blank=True, help_text='Why there is no value.', max_length=30, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='gatecriterion',
            name='operator',
            field=models.CharField(choices=[('>=', '≥'), ('>', '>'), ('<=', '≤'), ('<', '<')], max_length=2, verbose_name='operator'),
        ),
        migrations.AddConstraint(
            model_name='gatecriterion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('operator__in', ('>=', '>')), ('soft__lte', models.F('threshold'))), models.Q(('operator__in', ('<=', '<')), ('soft__gte', models.F('threshold'))), _connector='OR'), name='gate_soft_on_its_side'),
        ),
        migrations.AddField(
            model_name='evidence',
            name='variant',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='trading.variant', verbose_name='variant'),
        ),
        migrations.AddField(
            model_name='trialcount',
            name='strategy',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trial_counts', to='trading.strategy', verbose_name='strategy'),
        ),
        migrations.AddConstraint(
            model_name='trialcount',
            constraint=models.UniqueConstraint(fields=('strategy', 'iteration'), name='one_count_a_round'),
        ),
        migrations.RunPython(make, remove),
    ]
