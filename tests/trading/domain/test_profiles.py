"""What a gate profile may say."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from trading.domain.gates import CLASSIC, PROFILES
from trading.domain.profiles import Criterion, Profile, ProfileError, check_criterion, check_profile

GOOD = Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0, required=True)


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
        ({"operator": "<"}, "soft_below", "soft"),
        ({"operator": ">", "soft": 1.01}, "soft_above", "soft"),
        ({"operator": "=="}, "operator", "operator"),
        ({"segment": "trials"}, "elsewhere", "name"),
        ({"segment": "before_holdout"}, "elsewhere", "name"),
        ({"name": "plateau", "segment": "walk_forward"}, "elsewhere", "name"),
        ({"name": "dsr"}, "elsewhere", "name"),
        ({"name": "win_rate", "threshold": 1.01}, "unreachable", "threshold"),
        ({"name": "psr", "operator": ">"}, "unreachable", "threshold"),
        ({"name": "max_drawdown", "operator": "<=", "threshold": -0.2}, "unreachable",
         "threshold"),
        ({"name": "total_trades", "operator": "<", "threshold": 0, "soft": 1}, "unreachable",
         "threshold"),
    ],
)  # fmt: skip
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


def test_a_profile_of_which_all_could_be_missed_is_refused() -> None:
    with pytest.raises(ProfileError, match="no criterion of the profile mine is required"):
        check_profile(Profile("mine", (replace(GOOD, required=False),), 0.5))


@pytest.mark.parametrize(
    ("asked", "passes"),
    [
        ((">=", 1.0, "<=", 1.0), True),
        ((">=", 1.0, "<=", 2.0), True),
        ((">", 1.0, "<", 1.5), True),
        ((">", 1.0, "<=", 1.0), False),
        ((">=", 1.0, "<", 1.0), False),
        ((">=", 2.0, "<=", 1.0), False),
    ],
)
def test_gates_of_one_figure_may_not_contradict_each_other(
    asked: tuple[str, float, str, float], passes: bool
) -> None:
    above, least, below, most = asked
    gates = (
        Criterion("sharpe_ratio", "train", above, least, least, required=True),  # type: ignore[arg-type]
        Criterion("sharpe_ratio", "train", below, most, most),  # type: ignore[arg-type]
    )
    if passes:
        assert check_profile(Profile("mine", gates, 0.5))
        return
    with pytest.raises(ProfileError) as caught:
        check_profile(Profile("mine", gates, 0.5))
    assert caught.value.code == "contradicting"
    assert "sharpe_ratio (train)" in str(caught.value)
