"""The migrations that make the gate profiles that ship."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from trading.domain.criteria import Profile
from trading.domain.gates import CALIBRATED, CLASSIC, RIGOROUS
from trading.models import GateCriterion, GateProfile

pytestmark = pytest.mark.django_db
SHIPPED = pytest.mark.parametrize(
    ("migration", "profile"),
    [
        (import_module("trading.migrations.0002_classic_profile"), CLASSIC),
        (import_module("trading.migrations.0008_evidence"), RIGOROUS),
        (import_module("trading.migrations.0015_calibrated_profile"), CALIBRATED),
    ],
)


def kept(profile: Profile) -> Profile:
    return GateProfile.objects.get(name=profile.name).frozen()


@SHIPPED
def test_it_makes_the_profile_once(migration: Any, profile: Profile) -> None:
    migration.make(apps, None)
    assert kept(profile) == profile
    assert GateProfile.objects.count() == 3


@SHIPPED
def test_it_leaves_one_that_was_changed_as_it_is(migration: Any, profile: Profile) -> None:
    GateCriterion.objects.filter(profile__name=profile.name, name="sharpe_ratio",
                                 segment="validation").delete()  # fmt: skip
    migration.make(apps, None)
    assert len(kept(profile).criteria) == len(profile.criteria) - 1


@SHIPPED
def test_it_can_be_taken_back_and_made_again(migration: Any, profile: Profile) -> None:
    migration.remove(apps, None)
    assert not GateProfile.objects.filter(name=profile.name).exists()
    migration.make(apps, None)
    assert kept(profile) == profile


def test_taken_back_strict_operators_are_what_they_were_before() -> None:
    own = GateProfile.objects.create(name="mine", pass_score=0.5)
    GateCriterion.objects.create(profile=own, name="psr", segment="train", operator=">",
                                 threshold=0.9, soft=0.5)  # fmt: skip
    import_module("trading.migrations.0008_evidence").remove(apps, None)
    assert own.criteria.get().operator == ">="
