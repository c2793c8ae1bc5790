"""Limits and objectives that are refused, each by its name."""

from __future__ import annotations

from typing import Any

import pytest

from trading.domain.limits import (
    BOUNDS,
    MAX_OBJECTIVE_CHARACTERS,
    Limits,
    RequestError,
    check_limits,
    check_objective,
)


def test_the_defaults_are_those_of_the_specification():
    assert check_limits(Limits()) == Limits(15, 5, 3, 4, 0)


@pytest.mark.parametrize("name", BOUNDS)
def test_both_bounds_are_taken(name: str):
    for value in BOUNDS[name]:
        check_limits(Limits()._replace(**{name: value}))


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("wrong", ["below", "above", True, 3.0, "3", None])
def test_what_is_out_of_range_is_named(name: str, wrong: Any):
    low, high = BOUNDS[name]
    value = {"below": low - 1, "above": high + 1}.get(wrong, wrong)
    with pytest.raises(RequestError) as refused:
        check_limits(Limits()._replace(**{name: value}))
    assert str(refused.value) == (f"{name}={value}: takes a whole number from {low} to {high}")


def test_the_spaces_of_an_objective_are_tidied():
    assert check_objective("  momentum \n with\tlow   drawdown ") == "momentum with low drawdown"


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_an_empty_objective_is_refused(text: str):
    with pytest.raises(RequestError) as refused:
        check_objective(text)
    assert refused.value.code == "objective_empty"


def test_a_long_objective_is_refused_with_its_length():
    assert check_objective("x" * MAX_OBJECTIVE_CHARACTERS)
    with pytest.raises(RequestError, match="2001 characters; at most 2000"):
        check_objective("x" * (MAX_OBJECTIVE_CHARACTERS + 1))


@pytest.mark.parametrize(
    ("text", "place"),
    [("a\x00b", "position 2 (U+0000)"), ("\x1b[31m", "position 1 (U+001B)"),
     ("ab\x7f", "position 3 (U+007F)"), ("a\x85b", "position 2 (U+0085)"),
     ("a\ud800b", "position 2 (U+D800)")],
)  # fmt: skip
def test_a_control_character_is_refused_with_its_place(text: str, place: str):
    with pytest.raises(RequestError) as refused:
        check_objective(text)
    assert place in str(refused.value)
