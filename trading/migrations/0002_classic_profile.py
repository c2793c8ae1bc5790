"""The gate profile that ships, as rows that an admin may change."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.db import migrations

from trading.domain.profiles import CLASSIC


def make(apps: Any, schema_editor: Any) -> None:
    """Make the profile. One of its name that is there already stays as it is."""
    GateProfile = apps.get_model("trading", "GateProfile")
    GateCriterion = apps.get_model("trading", "GateCriterion")
    profile, made = GateProfile.objects.get_or_create(
        name=CLASSIC.name, defaults={"pass_score": CLASSIC.pass_score}
    )
    if made:
        for criterion in CLASSIC.criteria:
            GateCriterion.objects.create(profile=profile, **asdict(criterion))


def remove(apps: Any, schema_editor: Any) -> None:
    """Remove it: developments keep their own copy."""
    apps.get_model("trading", "GateProfile").objects.filter(name=CLASSIC.name).delete()


class Migration(migrations.Migration):
    dependencies = [("trading", "0001_initial")]
    operations = [migrations.RunPython(make, remove)]
