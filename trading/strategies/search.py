"""Walking the parameters of a spec: its neighbours, its grid, a draw from it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping

import numpy as np

from trading.strategies.errors import SpecError
from trading.strategies.spec import StrategySpec

_TRIES = 100


def neighbours(spec: StrategySpec) -> list[StrategySpec]:
    """The specs one step of one parameter away, down before up; none without parameters."""
    return [spec.with_parameters(**values) for values in beside(spec, spec.values)]


def beside(spec: StrategySpec, values: Mapping[str, float]) -> list[dict[str, float]]:
    """The parameter sets one step of one parameter away from a set of the spec's, as above."""
    moves = [
        {**values, name: parameter.at(step)}
        for name, parameter in spec.parameters.items()
        for step in (parameter.place(values[name]) - 1, parameter.place(values[name]) + 1)
        if 0 <= step <= parameter.steps
    ]
    return [move for move in moves if in_order(spec, move)]


def in_order(spec: StrategySpec, values: Mapping[str, float]) -> bool:
    """Whether the parameters that must rise do."""
    return all(values[first] < values[second] for first, second in spec.ordered)


def random_parameters(spec: StrategySpec, rng: np.random.Generator) -> StrategySpec:
    """The spec with every parameter drawn evenly from its grid; itself if no draw is in order."""
    for _ in range(_TRIES):
        values = {
            name: parameter.at(int(rng.integers(parameter.steps + 1)))
            for name, parameter in spec.parameters.items()
        }
        drawn = _valid(spec, values)
        if drawn is not None:
            return drawn
    return spec


def unaware(spec: StrategySpec) -> StrategySpec:
    """The spec with values that follow from its bounds alone: what its own were fitted on is not
    known to a search that starts from them.

    The middle of every grid; where those are out of order a fixed draw, or the first that is not.
    """
    middle = {name: one.at(one.steps // 2) for name, one in spec.parameters.items()}
    found = _valid(spec, middle)
    if found is None:
        found = random_parameters(spec, np.random.default_rng(0))
    return found if found is not spec else spec.with_parameters(**next(grid(spec)))


def grid_size(spec: StrategySpec) -> int:
    """How many parameter sets the whole grid has, those out of order included."""
    return math.prod(parameter.steps + 1 for parameter in spec.parameters.values())


def grid(spec: StrategySpec) -> Iterator[dict[str, float]]:
    """Every parameter set the spec may have, in order; the last parameter changes fastest.

    May be huge: ask `grid_size` first, or take what is needed from it.
    """
    axes = [
        [parameter.at(step) for step in range(parameter.steps + 1)]
        for parameter in spec.parameters.values()
    ]
    for point in itertools.product(*axes):
        values = dict(zip(spec.parameters, point, strict=True))
        if in_order(spec, values):
            yield values


def _valid(spec: StrategySpec, values: dict[str, float]) -> StrategySpec | None:
    """The spec with these values, or None where they are out of order."""
    try:
        return spec.with_parameters(**values)
    except SpecError as error:
        if error.code != "not_ordered":
            raise
        return None
