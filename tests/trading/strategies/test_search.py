"""Walking parameters: neighbours, draws and grids are valid, in order and complete."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.strategies.documents import changed
from tests.trading.strategies.random_spec import random_spec
from trading.strategies.parse import parse_spec
from trading.strategies.search import grid, grid_size, neighbours, random_parameters
from trading.strategies.spec import spec_hash
from trading.strategies.templates import TEMPLATES, Template, template

each = pytest.mark.parametrize("found", TEMPLATES, ids=lambda found: found.kind)


@each
def test_neighbours_are_one_step_away(found: Template):
    spec = found.make()
    near = neighbours(spec)

    assert len({spec_hash(other) for other in near}) == len(near) >= len(spec.parameters)
    for other in near:
        assert parse_spec(other.document()) == other
        moved = [name for name in spec.values if spec.values[name] != other.values[name]]
        assert len(moved) == 1
        step = abs(spec.values[moved[0]] - other.values[moved[0]])
        assert step == pytest.approx(spec.parameters[moved[0]].step)


@each
def test_draws_stay_on_the_grid(found: Template):
    spec, rng = found.make(), np.random.default_rng(1)
    drawn = [random_parameters(spec, rng) for _ in range(30)]

    assert all(parse_spec(other.document()) == other for other in drawn)
    assert len({spec_hash(other) for other in drawn}) > 3


def test_draws_come_back_from_the_same_seed():
    spec = template("macd_trend").make()
    first, second = (random_parameters(spec, np.random.default_rng(9)) for _ in range(2))

    assert first == second


def test_a_grid_has_every_set_in_order():
    spec = template("sma_reversal").make()
    sets = list(grid(spec))

    assert grid_size(spec) == 12 * 23
    assert len(sets) == sum(fast < slow for fast in range(5, 61, 5) for slow in range(20, 241, 10))
    assert sets[0] == {"fast": 5, "slow": 20}
    assert all(spec.with_parameters(**values) for values in sets[::20])


def test_steps_of_fractions_stay_clean():
    values = [found["near"] for found in grid(template("zscore_reversion").make())]

    assert set(values) == {0.0, 0.25, 0.5, 0.75}


def test_without_parameters_there_is_nothing_to_walk():
    document = changed("indicators.quick.length", 10)
    document["indicators"]["calm"]["length"] = 40
    del document["parameters"], document["ordered"]
    spec = parse_spec(document)

    assert neighbours(spec) == []
    assert list(grid(spec)) == [{}]
    assert random_parameters(spec, np.random.default_rng(0)) == spec


def test_random_specs_can_be_walked():
    for seed in range(50):
        spec = random_spec(np.random.default_rng(seed))
        for other in neighbours(spec):
            assert parse_spec(other.document()) == other
