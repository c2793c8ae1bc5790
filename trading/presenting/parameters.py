"""What a development tried of a variant's parameters: a map of two of them, and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from trading.presenting.heat import heat, scale_of
from trading.services.tried import TriedSet, TriedSets, key_of

MOST_VALUES = 25
"""Of an axis at most: those nearest to the chosen one."""


@dataclass(frozen=True)
class Cell:
    """A place of the map: the set that was tried there, if one was."""

    tried: TriedSet | None
    heat: str = ""

    @property
    def chosen(self) -> bool:
        return self.tried is not None and self.tried.chosen


@dataclass(frozen=True)
class ParameterMap:
    """Two parameters against each other, at the chosen values of all others; one alone is a strip.

    `shown` of the `count` sets that were tried lie in it: the others differ in other parameters, or
    lie farther than MOST_VALUES values away.
    """

    x: str
    y: str
    xs: list[float]
    rows: list[tuple[float | None, list[Cell]]]
    shown: int
    count: int
    others: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Side:
    """One step of one parameter up or down."""

    value: float
    tried: TriedSet | None


@dataclass(frozen=True)
class Neighbour:
    """A parameter with its bounds, and what one step of it changes; None beyond them."""

    name: str
    value: float
    low: float
    high: float
    step: float
    down: Side | None
    up: Side | None


def axes(tried: TriedSets, x: str = "", y: str = "") -> tuple[str, str]:
    """The parameters to draw: the ones asked for, else those with most values tried in the map.

    Where one is asked for, the other is chosen beside it. Empty names for what there is not.
    """
    names = list(tried.spec.parameters)
    ranked = sorted(names, key=lambda name: (-len(_values(tried, name)), names.index(name)))
    first = x if x in names else next((name for name in ranked if name != y), "")
    second = y if y in names and y != first else next((n for n in ranked if n != first), "")
    return first, second


def _values(tried: TriedSets, *free: str) -> set[float]:
    """The values of the first parameter that were tried at the chosen values of the others."""
    return {float(one.values[free[0]]) for one in _slice(tried, free)}


def _slice(tried: TriedSets, free: Sequence[str]) -> list[TriedSet]:
    """The sets that differ from the chosen one in `free` parameters alone."""
    fixed = {name: value for name, value in tried.spec.values.items() if name not in free}
    return [
        one
        for one in tried.sets
        if all(float(one.values.get(name, "nan")) == float(value) for name, value in fixed.items())
    ]


def parameter_map(tried: TriedSets, x: str = "", y: str = "") -> ParameterMap | None:
    """The map of two parameters, None without any. What was not tried is empty."""
    x, y = axes(tried, x, y)
    if not x:
        return None
    free = [name for name in (x, y) if name]
    here = _slice(tried, free)
    xs = _nearest({float(one.values[x]) for one in here}, float(tried.spec.values[x]))
    ys: Sequence[float | None] = [None]
    if y:
        at = float(tried.spec.values[y])
        ys = _nearest({float(one.values[y]) for one in here}, at)[::-1]
    by_place = {(float(one.values[x]), float(one.values[y]) if y else None): one for one in here}
    scale = scale_of(one.sharpe for one in tried.sets)
    rows = [
        (b, [_cell(by_place.get((a, b)), scale) for a in xs])
        for b in ys
    ]  # fmt: skip
    shown = sum(cell.tried is not None for _b, cells in rows for cell in cells)
    others = {name: value for name, value in tried.spec.values.items() if name not in free}
    return ParameterMap(x, y, xs, rows, shown, len(tried.sets), others)


def _cell(one: TriedSet | None, scale: float) -> Cell:
    return Cell(one, heat(one.sharpe, scale) if one else "")


def _nearest(values: set[float], chosen: float) -> list[float]:
    return sorted(sorted(values, key=lambda value: abs(value - chosen))[:MOST_VALUES])


def neighbourhood(tried: TriedSets) -> list[Neighbour]:
    """Each parameter, and the sets one step of it away: tried or not."""
    found = []
    for name, parameter in tried.spec.parameters.items():
        sides: dict[bool, Side] = {}
        for values in tried.beside:
            if key_of({**values, name: 0}) == key_of({**tried.spec.values, name: 0}):
                sides[values[name] > parameter.number] = Side(values[name], tried.of(values))
        found.append(Neighbour(name, parameter.number, parameter.low, parameter.high,
                               parameter.step, sides.get(False), sides.get(True)))  # fmt: skip
    return found


@dataclass(frozen=True)
class Plateau:
    """How level the neighbourhood is: the median Sharpe ratio of the neighbours that were tried."""

    known: int
    of: int
    median: float | None


def plateau(tried: TriedSets) -> Plateau:
    """What is known of the sets one step away."""
    found = [tried.of(values) for values in tried.beside]
    rated = [one.sharpe for one in found if one and one.sharpe is not None]
    return Plateau(len(rated), len(found), median(rated) if rated else None)
