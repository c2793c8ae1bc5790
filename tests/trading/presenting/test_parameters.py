"""The map of parameters: what was tried stands in its place, what was not is empty."""

from __future__ import annotations

import pytest

from trading.presenting.numbers import heat, scale_of
from trading.presenting.variant import MOST_VALUES, axes, neighbourhood, parameter_map, plateau
from trading.services.trial_series import TriedSet, TriedSets, key_of
from trading.strategies.search import neighbours
from trading.strategies.templates import template

Sets = list[tuple[dict[str, float], float | None]]


def known(name: str, sets: Sets) -> TriedSets:
    """A template's own set with a ratio of 1, and others with theirs."""
    spec = template(name).make()
    own = TriedSet(spec.values, 1.0, 20, 1, chosen=True)
    others = [TriedSet(spec.values | values, sharpe, 20, 1) for values, sharpe in sets]
    beside = tuple(other.values for other in neighbours(spec))
    return TriedSets(spec, (own, *others), beside)


def test_two_parameters_make_a_grid_with_what_was_tried():
    found = known(
        "sma_long", [({"fast": 15}, 0.5), ({"slow": 150}, -0.2), ({"fast": 30, "slow": 150}, None)]
    )
    drawn = parameter_map(found, "fast", "slow")
    assert drawn is not None
    assert (drawn.x, drawn.y, drawn.xs) == ("fast", "slow", [15.0, 20.0, 30.0])
    assert [y for y, _cells in drawn.rows] == [150.0, 100.0]
    high, low = (cells for _y, cells in drawn.rows)
    assert [cell.tried and cell.tried.sharpe for cell in low] == [0.5, 1.0, None]
    assert [cell.tried is None for cell in low] == [False, False, True]
    assert [cell.chosen for cell in low] == [False, True, False]
    assert [cell.tried is None for cell in high] == [True, False, False]
    assert (drawn.shown, drawn.count) == (4, 4)


def test_one_parameter_makes_a_strip():
    drawn = parameter_map(known("time_series_momentum", [({"lookback": 84}, 0.4)]))
    assert drawn is not None
    assert (drawn.y, len(drawn.rows), drawn.rows[0][0]) == ("", 1, None)
    assert [cell.chosen for cell in drawn.rows[0][1]].count(True) == 1


def test_of_three_the_two_with_most_values_are_drawn_at_the_chosen_third():
    found = known("volatility_managed", [
        ({"calm": 0.9}, 0.1), ({"calm": 1.0}, 0.2), ({"calm": 1.2}, 0.3), ({"target": 0.3}, 0.4),
        ({"length": 30, "target": 0.3, "calm": 0.9}, 0.9),
    ])  # fmt: skip
    assert axes(found) == ("calm", "target")
    drawn = parameter_map(found)
    assert drawn is not None
    assert drawn.others == {"length": found.spec.values["length"]}
    assert (drawn.shown, drawn.count) == (5, 6)


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        (("fast", "slow"), ("fast", "slow")), (("slow", "slow"), ("slow", "fast")),
        (("slow", ""), ("slow", "fast")), (("__class__", "nope"), ("fast", "slow")),
    ],
)  # fmt: skip
def test_axes_that_are_asked_for_are_parameters_of_its_own(
    asked: tuple[str, str], got: tuple[str, str]
):
    assert axes(known("sma_long", []), *asked) == got


def test_a_long_axis_keeps_the_values_nearest_to_the_chosen():
    sets: Sets = [({"lookback": 21 * n}, 0.1) for n in range(1, 60)]
    drawn = parameter_map(known("time_series_momentum", sets))
    assert drawn is not None
    assert len(drawn.xs) == MOST_VALUES
    assert 63.0 in drawn.xs
    assert drawn.shown < drawn.count


def test_neighbours_are_told_whether_they_were_tried():
    down, up = (one.values for one in known("sma_long", []).sets[:1] * 2)
    found = known("sma_long", [({"fast": 15}, 0.7)])
    fast = next(one for one in neighbourhood(found) if one.name == "fast")
    assert down == up
    assert fast.down is not None
    assert fast.up is not None
    assert fast.down.tried is not None
    assert fast.down.tried.sharpe == 0.7
    assert fast.up.tried is None


def test_the_plateau_is_the_median_of_the_neighbours_that_were_tried():
    found = known("sma_long", [({"fast": 15}, 0.7), ({"fast": 25}, 0.3), ({"slow": 240}, 9.0)])
    level = plateau(found)
    assert (level.known, level.median) == (2, 0.5)
    assert level.of == len(found.beside)
    assert plateau(known("sma_long", [])).median is None


def test_a_step_of_colour_for_each_quarter_of_the_scale():
    assert [heat(v, 1.0) for v in (-9, -0.6, -0.01, 0, 0.25, 0.26, 1, 9)] == [
        "m4", "m3", "m1", "z", "p1", "p2", "p4", "p4"
    ]  # fmt: skip
    assert heat(None, 1.0) == ""


def test_one_outlier_does_not_take_the_colour_from_the_rest():
    assert scale_of([0.01] * 40 + [9.0]) == 0.01
    assert scale_of([]) == scale_of([0.0, None]) == 1.0


def test_twenty_is_twenty():
    assert key_of({"a": 20}) == key_of({"a": 20.0})
