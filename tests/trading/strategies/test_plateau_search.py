"""The search: seeded, deterministic, and fond of plateaus."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.trading.analyst.surface import Formula, Surface, crossing, fixed
from trading.strategies.search import SETS, Tuned
from trading.strategies.templates import TEMPLATES


def tuned(formula: Formula, seed: tuple[int, ...] = (7, 1, 0), spec: Any = None, **more: Any):
    surface = Surface(formula, **more)
    found: Tuned = asyncio.run(surface.searched(spec or crossing(), seed))
    return found, surface


def plateau_and_peak(values: Any) -> float:
    """A wide hill of 1.0 around 70, and a needle of 3.0 at 50, where the search begins."""
    length = values["length"]
    return 3.0 if length == 50 else 1.0 if 60 <= length <= 80 else 0.0


@pytest.mark.parametrize("seed", range(8))
def test_a_plateau_is_preferred_to_a_peak(seed: int):
    found, _surface = tuned(plateau_and_peak, (seed,))
    assert 60 <= found.spec.values["length"] <= 80
    assert found.plateau == 1.0


def test_the_top_of_a_smooth_hill_is_found():
    found, _surface = tuned(lambda values: -abs(values["length"] - 33) / 10)
    assert abs(found.spec.values["length"] - 33) <= 4


def test_the_same_seed_asks_and_finds_the_same():
    first, asked = tuned(plateau_and_peak)
    second, again = tuned(plateau_and_peak)
    assert (first, asked.asked) == (second, again.asked)


def test_another_seed_looks_elsewhere():
    assert tuned(plateau_and_peak, (1,))[1].asked != tuned(plateau_and_peak, (2,))[1].asked


def test_no_set_is_asked_twice_and_no_more_than_the_budget():
    _found, surface = tuned(plateau_and_peak)
    sets = [tuple(values.items()) for values in surface.asked]
    assert len(sets) == len(set(sets)) <= SETS
    assert len(sets) > SETS // 2


def test_every_set_asked_is_a_row():
    found, surface = tuned(plateau_and_peak)
    assert [row["parameters"] for row in found.rows] == surface.asked


def test_the_spec_itself_is_among_the_sets():
    assert crossing().values in tuned(plateau_and_peak)[1].asked


def test_without_parameters_there_is_nothing_to_tune():
    found, surface = tuned(lambda _values: 1.0, spec=fixed())
    assert found == Tuned(fixed(), [], None)
    assert surface.asked == []


def test_where_nothing_has_a_ratio_the_spec_stays():
    found, _surface = tuned(lambda _values: None)
    assert (found.spec, found.plateau) == (crossing(), None)


def test_a_ratio_of_few_trades_is_not_believed():
    found, _surface = tuned(lambda values: values["length"], trades=19)
    assert found.plateau == 0.0
    believed, _surface = tuned(lambda values: values["length"], trades=20)
    assert believed.plateau is not None
    assert believed.plateau > 50


def test_a_missing_ratio_beside_one_counts_as_nothing():
    found, _surface = tuned(lambda values: 2.0 if values["length"] % 2 else None)
    assert found.plateau is not None
    assert found.plateau < 2.0


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.kind)
def test_every_template_can_be_tuned(template: Any):
    spec = template.make()
    found, surface = tuned(lambda values: sum(values.values()), spec=spec)
    for values in surface.asked:
        spec.with_parameters(**values)  # raises for what is out of bounds or order
    assert found.spec.values in surface.asked
