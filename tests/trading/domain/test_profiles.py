"""What a gate profile may say."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from trading.domain.gates import CLASSIC, PROFILES, Criterion, Profile
from trading.domain.profiles import ProfileError, check_criterion, check_profile

GOOD = Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0)


def test_what_ships_is_sound() -> None:
    for profile in PROFILES.values():
        assert check_profile(profile) == profile


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"name": "sharpe"}, "figure", "name"),
        ({"segment": "holdout"}, "segment", "segment"),
        ({"segment": ""}, "segment", "segment"),
        ({"threshold": math.nan}, "finite", "threshold"),
        ({"soft": -math.inf}, "finite", "soft"),
        ({"weight": math.inf}, "finite", "weight"),
        ({"weight": -1.0}, "weight", "weight"),
        ({"soft": 1.01}, "soft_above", "soft"),
        ({"operator": "<="}, "soft_below", "soft"),
    ],
)
def test_a_fault_is_named(changes: dict[str, object], code: str, field: str) -> None:
    with pytest.raises(ProfileError) as caught:
        check_criterion(replace(GOOD, **changes))  # type: ignore[arg-type]  # wrong on purpose
    assert (caught.value.code, caught.value.field) == (code, field)
    assert "%" not in str(caught.value)


def test_soft_may_be_the_threshold() -> None:
    assert check_criterion(replace(GOOD, soft=1.0))


def test_a_profile_without_criteria_would_pass_everything() -> None:
    with pytest.raises(ProfileError, match="everything would pass"):
        check_profile(Profile("empty", (), CLASSIC.pass_score))


def test_a_profile_needs_a_weight_to_score_by() -> None:
    weightless = replace(GOOD, weight=0.0)
    assert check_criterion(weightless)
    with pytest.raises(ProfileError, match="no criterion of the profile mine has a weight"):
        check_profile(Profile("mine", (weightless,), 0.5))
