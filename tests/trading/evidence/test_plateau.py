"""Plateaus and peaks."""

from __future__ import annotations

import math
from typing import Any

import pytest

from trading.evidence.appraisal import neighbourhood, plateau
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec


def spec_of(ordered: bool = False, **parameters: dict[str, Any]) -> StrategySpec:
    """A spec with an average for each parameter."""
    names = list(parameters)
    return parse_spec(
        {
            "name": "Averages",
            "parameters": parameters,
            "ordered": [names[:2]] if ordered else [],
            "indicators": {f"{n}_mean": {"kind": "sma", "length": f"${n}"} for n in names},
            "long_entry": {
                "op": "and",
                "conditions": [
                    {"op": ">", "left": "close", "right": f"{n}_mean"} for n in names or ["open"]
                ]
                if names
                else [{"op": ">", "left": "close", "right": "open"}],
            },
            "stops": {"time_stop": 5},
        }
    )


def whole(value: int, low: int, high: int, step: int = 1) -> dict[str, Any]:
    return {"type": "int", "value": value, "low": low, "high": high, "step": step}


def test_it_is_the_median_over_the_best() -> None:
    found = plateau(2.0, [1.0, 1.6, 1.8])
    assert found.value == pytest.approx(0.8)
    assert (found.details["worst"], found.details["neighbours"]) == (1.0, 3)


def test_a_neighbour_that_does_not_trade_counts_as_nothing() -> None:
    assert plateau(1.0, [None, math.nan, 0.9]).value == 0.0


@pytest.mark.parametrize("best", [None, 0.0, -1.0, math.nan, math.inf])
def test_what_does_not_earn_stands_on_nothing(best: float | None) -> None:
    assert plateau(best, [1.0]).reason == "best_not_positive"


def test_without_neighbours_it_does_not_apply() -> None:
    assert plateau(1.0, []).reason == "no_neighbours"
    assert neighbourhood(spec_of()) == []


def test_neighbours_lie_within_a_fifth() -> None:
    found = neighbourhood(spec_of(a=whole(50, 10, 200)))
    assert sorted(one["a"] for one in found) == [*range(40, 50), *range(51, 61)]


def test_at_least_one_step_is_taken_however_wide() -> None:
    found = neighbourhood(spec_of(a=whole(20, 10, 100, 10)))
    assert sorted(one["a"] for one in found) == [10, 30]


def test_bounds_hold() -> None:
    found = neighbourhood(spec_of(a=whole(10, 10, 30, 5)))
    assert [one["a"] for one in found] == [15]


def test_the_whole_box_around_two() -> None:
    found = neighbourhood(spec_of(a=whole(20, 10, 100, 10), b=whole(50, 10, 100, 10)))
    assert len(found) == 8
    assert {"a": 10, "b": 60} in found
    assert {"a": 20, "b": 50} not in found


def test_the_order_of_parameters_holds() -> None:
    found = neighbourhood(spec_of(True, a=whole(20, 10, 100, 10), b=whole(30, 10, 100, 10)))
    assert found
    assert all(one["a"] < one["b"] for one in found)


def test_of_too_many_those_that_differ_in_one_the_nearest_first() -> None:
    spec = spec_of(a=whole(100, 10, 200), b=whole(50, 10, 200))
    found = neighbourhood(spec, most=10)
    assert len(found) == 10
    assert all((one["a"] != 100) + (one["b"] != 50) == 1 for one in found)
    assert all(abs(one["a"] - 100) + abs(one["b"] - 50) <= 3 for one in found)
