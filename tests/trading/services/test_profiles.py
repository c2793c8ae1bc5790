"""Gate profiles as a development takes them."""

from __future__ import annotations

import pytest

from trading.domain.gates import CLASSIC, PROFILES, RIGOROUS
from trading.domain.profiles import ProfileError
from trading.models import GateProfile
from trading.services.profiles import frozen_profile

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", PROFILES)
def test_the_profiles_that_ship_are_there_as_rows(name: str) -> None:
    assert GateProfile.objects.get(name=name).frozen() == PROFILES[name]


def test_a_change_of_the_rows_counts() -> None:
    GateProfile.objects.filter(name="classic").update(pass_score=0.9)
    assert frozen_profile("classic").pass_score == 0.9


def test_without_its_rows_it_is_as_it_ships() -> None:
    GateProfile.objects.all().delete()
    assert frozen_profile("classic") == CLASSIC
    assert frozen_profile("rigorous") == RIGOROUS


def test_an_unknown_profile_is_refused_with_those_there_are() -> None:
    GateProfile.objects.create(name="mine", pass_score=0.5)
    with pytest.raises(
        ProfileError, match="no gate profile lax; there are: calibrated, classic, mine, rigorous"
    ):
        frozen_profile("lax")


def test_a_profile_without_criteria_is_refused() -> None:
    GateProfile.objects.create(name="mine", pass_score=0.0)
    with pytest.raises(ProfileError, match="everything would pass"):
        frozen_profile("mine")
