"""Walking the parameters of a spec: neighbours, grids, draws, and a search for a plateau."""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

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


# A seeded search of a spec's parameters that prefers a plateau to a peak.
#
# It says which sets to play and is told what they came to; who plays them, and on which bars, is
# the caller's. So tuning on train and on the past of each fold of a walk-forward search alike.

SETS = 60
"""Parameter sets that one tuning looks at."""

_FEW_TRADES = 20  # below it a Sharpe ratio says little

Row = dict[str, Any]
Key = tuple[tuple[str, float], ...]
Asked = list[dict[str, float]]


class Tuned(NamedTuple):
    """The chosen spec, every row that was looked at, and the level of its neighbourhood."""

    spec: StrategySpec
    rows: list[Row]
    plateau: float | None


Search = Generator[Asked, Sequence[Row], Tuned]


def plateau_search(spec: StrategySpec, seed: Sequence[int]) -> Search:
    """The set whose neighbourhood does best: the median of it and the sets next to it.

    Yields parameter sets and is sent a row for each, in their order: `{parameters, sharpe_ratio,
    total_trades, ...}`. Half of the sets are drawn at random over the bounds; the rest are the
    neighbours of the spec as it is, then of the best set so far whose neighbours are not all
    known, and so on. Only a set with all of its neighbours known is chosen: beside a peak, half a
    neighbourhood looks high. Deterministic in `seed`. The spec itself comes back where nothing
    can be told.
    """
    if not spec.parameters:
        return Tuned(spec, [], None)
    rng = np.random.default_rng(list(seed))
    drawn = [random_parameters(spec, rng).values for _ in range(SETS // 2)]
    search = _Known(spec)
    yield from search.ask([spec.values, *drawn])
    base: dict[str, float] | None = spec.values
    while base is not None and len(search.rows) < SETS:
        yield from search.ask(beside(spec, base))
        search.surrounded.add(_key(base))
        base = search.next_base()
    return search.best()


class _Known:
    """What is known of a spec's sets, in the order in which they were asked."""

    def __init__(self, spec: StrategySpec) -> None:
        self.spec = spec
        self.rows: list[Row] = []
        self.known: dict[Key, Row] = {}
        self.surrounded: set[Key] = set()

    def ask(self, sets: Sequence[Mapping[str, float]]) -> Generator[Asked, Sequence[Row], None]:
        """The sets that are not known yet, within the budget."""
        new = {_key(values): dict(values) for values in sets if _key(values) not in self.known}
        asked = list(new.values())[: SETS - len(self.rows)]
        if asked:
            found = yield asked
            self.rows += found
            self.known |= {_key(row["parameters"]): row for row in found}

    def next_base(self) -> dict[str, float] | None:
        """The best set whose neighbours were not asked for yet."""
        left = [row for key, row in self.known.items() if key not in self.surrounded]
        rated = [row for row in left if _sharpe(row) is not None]
        if not rated:
            return None
        return dict(min(rated, key=_rank)["parameters"])

    def best(self) -> Tuned:
        """The spec with the set of the highest level, the first asked of equals."""
        levels = [(level, row) for row in self.rows if (level := self._level(row)) is not None]
        if not levels:
            return Tuned(self.spec, self.rows, None)
        level, row = max(levels, key=lambda pair: pair[0])
        return Tuned(self.spec.with_parameters(**row["parameters"]), self.rows, level)

    def _level(self, row: Mapping[str, Any]) -> float | None:
        """The median Sharpe ratio of a set and its neighbours; None unless all are known."""
        own = _sharpe(row)
        keys = [_key(values) for values in beside(self.spec, row["parameters"])]
        if own is None or not keys or any(key not in self.known for key in keys):
            return None
        return median([own, *(_sharpe(self.known[key]) or 0.0 for key in keys)])


def _sharpe(row: Mapping[str, Any]) -> float | None:
    few = (row.get("total_trades") or 0) < _FEW_TRADES
    sharpe = row.get("sharpe_ratio")
    return None if sharpe is None else min(sharpe, 0.0) if few else sharpe


def _rank(row: Mapping[str, Any]) -> float:
    sharpe = _sharpe(row)
    return float("inf") if sharpe is None else -sharpe


def _key(values: Mapping[str, float]) -> Key:
    return tuple(sorted(values.items()))
