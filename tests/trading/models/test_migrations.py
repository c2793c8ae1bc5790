"""The migration that makes the gate profile that ships."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from trading.domain.gates import CLASSIC
from trading.models import GateCriterion, GateProfile

pytestmark = pytest.mark.django_db
migration = import_module("trading.migrations.0002_classic_profile")


def test_it_makes_the_profile_once() -> None:
    migration.make(apps, None)
    assert GateProfile.objects.get().frozen() == CLASSIC


def test_it_leaves_one_that_was_changed_as_it_is() -> None:
    GateCriterion.objects.filter(name="win_rate").delete()
    migration.make(apps, None)
    assert len(GateProfile.objects.get().frozen().criteria) == len(CLASSIC.criteria) - 1


def test_it_can_be_taken_back_and_made_again() -> None:
    migration.remove(apps, None)
    assert not GateProfile.objects.exists()
    migration.make(apps, None)
    assert GateProfile.objects.get().frozen() == CLASSIC
