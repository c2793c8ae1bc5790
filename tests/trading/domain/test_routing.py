"""What is done next, row by row of the specification's table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, get_args

import pytest

from trading.domain.routing import (
    determine_next_action,
    final_status,
    limit_reached,
    more_room,
    recommend,
    wanted_action,
)
from trading.domain.types import ACTIONS, FailureClass

BY_CLASS = {
    "PARAMETER_ISSUE": "TUNE_PARAMETERS",
    "ALGORITHM_BUG": "FIX_BUG",
    "DESIGN_FLAW": "REFINE_ALGORITHM",
    "RESEARCH_GAP": "REFINE_RESEARCH",
    "FUNDAMENTAL_IMPOSSIBILITY": "ABANDON",
}


def state(iteration: int = 2, strategy: int = 2, research: int = 1) -> dict[str, int]:
    """A development somewhere in the middle, under the default limits."""
    return {
        "current_iteration": iteration, "max_iterations": 15,
        "strategy_iteration": strategy, "max_strategy_iterations": 5,
        "research_iteration": research, "max_research_iterations": 3,
    }  # fmt: skip


def decided(recommendation: str, heading: str | None = None, **at: int) -> str:
    """The next action, with analyses as mappings."""
    path = {"convergence_status": heading} if heading else None
    return determine_next_action({"recommendation": recommendation}, path, state(**at))


def ended(recommendation: str, heading: str | None = None, **at: int) -> str | None:
    """How it ends, if it does."""
    failure, path = {"recommendation": recommendation}, {"convergence_status": heading}
    chosen = determine_next_action(failure, path, state(**at))
    return final_status(chosen, wanted_action(failure, path, state(**at)), state(**at))


@pytest.mark.parametrize("failure", get_args(FailureClass))
def test_each_class_of_failure_has_its_action(failure: str):
    assert recommend(failure) == BY_CLASS[failure]  # type: ignore[arg-type]
    assert determine_next_action({"failure_class": failure}, None, state()) == BY_CLASS[failure]


@pytest.mark.parametrize("failure", get_args(FailureClass))
@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_only_a_design_flaw_asks_for_research_from_its_third_time_on(failure: Any, times: int):
    again = failure == "DESIGN_FLAW" and times >= 3
    assert recommend(failure, times) == ("REFINE_RESEARCH" if again else BY_CLASS[failure])


@pytest.mark.parametrize("action", [action for action in ACTIONS if action != "SUCCESS"])
@pytest.mark.parametrize("heading", [None, "CONVERGING"])
def test_without_a_bad_trajectory_the_recommendation_is_followed(action: str, heading: str | None):
    assert decided(action, heading) == action


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        ({"recommendation": "NONSENSE"}, "TUNE_PARAMETERS"),
        ({"recommendation": "SUCCESS"}, "TUNE_PARAMETERS"),
        ({"recommendation": "NONSENSE", "failure_class": "ALGORITHM_BUG"}, "FIX_BUG"),
        ({}, "TUNE_PARAMETERS"),
        (None, "TUNE_PARAMETERS"),
        (SimpleNamespace(recommendation="FIX_BUG"), "FIX_BUG"),
    ],
)
def test_an_unknown_recommendation_is_tuning(failure: Any, expected: str):
    assert determine_next_action(failure, None, state()) == expected


def test_analyses_may_be_objects():
    failure = SimpleNamespace(recommendation="FIX_BUG")
    path = SimpleNamespace(convergence_status="DIVERGING")
    assert determine_next_action(failure, path, state()) == "REFINE_RESEARCH"


@pytest.mark.parametrize(
    ("iteration", "strategy", "research", "expected"),
    [
        (14, 2, 1, "FIX_BUG"),
        (15, 2, 1, "ABANDON"),  # all rounds
        (16, 2, 1, "ABANDON"),
        (5, 4, 1, "FIX_BUG"),
        (5, 5, 1, "REFINE_RESEARCH"),  # all designs of this research
        (5, 6, 2, "REFINE_RESEARCH"),
        (5, 5, 3, "ABANDON"),  # all designs of all research
        (5, 4, 3, "FIX_BUG"),
        (15, 5, 1, "ABANDON"),  # both: the rounds come first
    ],
)
def test_limits_come_first(iteration: int, strategy: int, research: int, expected: str):
    for heading in (None, "CONVERGING"):
        assert decided("FIX_BUG", heading, iteration=iteration, strategy=strategy,
                       research=research) == expected  # fmt: skip


@pytest.mark.parametrize(
    ("heading", "strategy", "research", "expected"),
    [
        ("DIVERGING", 1, 1, "REFINE_RESEARCH"),
        ("DIVERGING", 1, 3, "ABANDON"),
        ("STAGNANT", 1, 1, "FIX_BUG"),
        ("STAGNANT", 2, 1, "FIX_BUG"),  # a few more tries
        ("STAGNANT", 3, 1, "REFINE_RESEARCH"),
        ("STAGNANT", 3, 3, "ABANDON"),
        ("STAGNANT", 2, 3, "FIX_BUG"),
        ("OSCILLATING", 1, 1, "REFINE_ALGORITHM"),
        ("OSCILLATING", 4, 3, "REFINE_ALGORITHM"),
    ],
)
def test_a_bad_trajectory_overrules_the_recommendation(
    heading: str, strategy: int, research: int, expected: str
):
    assert decided("FIX_BUG", heading, strategy=strategy, research=research) == expected


@pytest.mark.parametrize("heading", ["DIVERGING", "STAGNANT", "OSCILLATING"])
def test_a_limit_overrules_the_trajectory(heading: str):
    assert decided("FIX_BUG", heading, iteration=15) == "ABANDON"
    assert decided("FIX_BUG", heading, strategy=5) == "REFINE_RESEARCH"


def test_research_that_is_used_up_cannot_be_refined():
    assert decided("REFINE_RESEARCH", research=2) == "REFINE_RESEARCH"
    assert decided("REFINE_RESEARCH", research=3) == "ABANDON"


@pytest.mark.parametrize(
    ("at", "reached"),
    [
        ({}, False),
        ({"iteration": 14}, False),
        ({"iteration": 15}, True),
        ({"strategy": 5}, False),
        ({"research": 3}, False),
        ({"strategy": 5, "research": 3}, True),
    ],
)
def test_when_limits_leave_nothing_to_do(at: dict[str, int], reached: bool):
    assert limit_reached(state(**at)) is reached


@pytest.mark.parametrize(
    ("recommendation", "heading", "at", "status"),
    [
        ("FIX_BUG", None, {}, None),
        ("REFINE_RESEARCH", None, {}, None),
        ("ABANDON", None, {}, "ABANDONED"),  # by judgement
        ("ABANDON", "CONVERGING", {}, "ABANDONED"),
        ("FIX_BUG", None, {"iteration": 15}, "MAX_ITERATIONS"),
        ("ABANDON", None, {"iteration": 15}, "MAX_ITERATIONS"),  # the limit came first
        ("FIX_BUG", None, {"strategy": 5, "research": 3}, "MAX_ITERATIONS"),
        ("REFINE_RESEARCH", None, {"research": 3}, "MAX_ITERATIONS"),
        ("FIX_BUG", "DIVERGING", {"research": 3}, "MAX_ITERATIONS"),
        ("FIX_BUG", "STAGNANT", {"strategy": 3, "research": 3}, "MAX_ITERATIONS"),
        ("ABANDON", "DIVERGING", {"research": 3}, "MAX_ITERATIONS"),
    ],
)
def test_an_end_at_a_limit_is_told_apart_from_a_judgement(
    recommendation: str, heading: str | None, at: dict[str, int], status: str | None
):
    assert ended(recommendation, heading, **at) == status


def test_success_is_success_even_in_the_last_round():
    assert final_status("SUCCESS", "SUCCESS", state(iteration=15)) == "SUCCESS"


@pytest.mark.parametrize(
    ("recommendation", "at", "room"),
    [
        ("TUNE_PARAMETERS", {"iteration": 15}, {"max_iterations": 16}),
        ("REFINE_RESEARCH", {"research": 3}, {"max_research_iterations": 4}),
        ("REFINE_ALGORITHM", {"strategy": 5, "research": 3}, {"max_research_iterations": 4}),
        (
            "REFINE_RESEARCH",
            {"iteration": 15, "research": 3},
            {"max_iterations": 16, "max_research_iterations": 4},
        ),
        ("ABANDON", {"iteration": 15}, {}),  # nothing is left to try under any limits
    ],
)
def test_the_limits_that_let_it_go_on_are_the_least(
    recommendation: str, at: dict[str, int], room: dict[str, int]
):
    failure = {"recommendation": recommendation}
    assert determine_next_action(failure, None, state(**at)) == "ABANDON"
    assert more_room(failure, None, state(**at)) == room
    if room:
        assert determine_next_action(failure, None, state(**at) | room) != "ABANDON"


def test_beyond_the_most_that_a_limit_takes_nothing_is_promised():
    ended = state(iteration=100) | {"max_iterations": 100}
    assert more_room({"recommendation": "TUNE_PARAMETERS"}, None, ended) == {}
