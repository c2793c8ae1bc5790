"""The gate profile `calibrated`, as rows that an admin may change."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.db import migrations

from trading.domain.profiles import CALIBRATED


def make(apps: Any, schema_editor: Any) -> None:
    """Make the profile. One of its name that is there already stays as it is."""
    GateProfile = apps.get_model("trading", "GateProfile")
    GateCriterion = apps.get_model("trading", "GateCriterion")
    profile, made = GateProfile.objects.get_or_create(
        name=CALIBRATED.name,
        defaults={"pass_score": CALIBRATED.pass_score, "final_error": CALIBRATED.final_error},
    )
    if made:
        for criterion in CALIBRATED.criteria:
            GateCriterion.objects.create(profile=profile, **asdict(criterion))


def remove(apps: Any, schema_editor: Any) -> None:
    """Remove it: developments keep their own copy."""
    apps.get_model("trading", "GateProfile").objects.filter(name=CALIBRATED.name).delete()


class Migration(migrations.Migration):
    dependencies = [("trading", "0014_history_of_openings")]
    operations = [migrations.RunPython(make, remove)]
