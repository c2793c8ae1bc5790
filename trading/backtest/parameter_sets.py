"""Parameter sets of one spec, settled for `sets.play_sets`: what sets share is settled once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.backtest.checks import check_fixed_stops
from trading.backtest.program import Program
from trading.strategies.names import COLUMNS, parameter_of, resolve, series_of
from trading.strategies.signals import SettledSpec, fixed_stops, settle
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache, Plan

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Values = Mapping[str, float]


class Part(NamedTuple):
    """What of a set follows from a few of its parameters: rows of series, the bar from which on
    they are defined, numbers."""

    rows: tuple[int, ...] = ()
    first: int = 0
    numbers: tuple[float, ...] = ()


class Arrays(NamedTuple):
    """What differs from set to set: see `sets.play_sets`."""

    rows: Floats
    places: Places
    numbers: Floats
    sizes: Places
    stops: Floats
    warmups: Places


class SetPlan:
    """A spec's rules, and the parameters that each part of a set follows from: the columns, the
    indicators in their order, the size, the numbers in the rules, the stops."""

    def __init__(self, spec: StrategySpec) -> None:
        self.plan = Plan(spec)
        self.program = Program(self.plan)
        names: dict[str, tuple[str, ...]] = {}
        for item in self.plan.indicators:
            before = names[item.computed_from] if item.computed_from else ()
            names[item.name] = (*before, *item.parameters)
        sizing, stops = vars(spec.sizing).values(), vars(spec.stops).values()
        others = (_parameters(values) for values in (sizing, self.program.numbers, stops))
        self.parameters = [(), *names.values(), *others]
        series = self.program.series
        self.columns = [text for text in series if text in COLUMNS]
        self.outputs = {
            name: [text for text in series if text not in COLUMNS and series_of(text)[0] == name]
            for name in names
        }


def _parameters(values: Iterable[object]) -> tuple[str, ...]:
    """The parameters among the values of a part of a spec."""
    return tuple(name for name in map(parameter_of, values) if name is not None)


class SharedParts:
    """The parts that follow from the same parameters: what each came to under their values."""

    def __init__(self, parameters: tuple[str, ...]) -> None:
        # Without parameters there is one key for all sets, as the number of values is the same.
        self.key: Callable[[Values], Hashable] = itemgetter(*parameters) if parameters else len
        self.parts: list[int] = []
        self.known: dict[Hashable, int] = {}
        self.found: list[list[Part]] = []


class ParameterSets:
    """Sets that are played together: no more than there is memory for their series."""

    def __init__(self, rules: SetPlan, cache: IndicatorCache, spread: float) -> None:
        self._rules, self._cache, self._spread = rules, cache, spread
        groups: dict[tuple[str, ...], SharedParts] = {}
        for part, parameters in enumerate(rules.parameters):
            groups.setdefault(parameters, SharedParts(parameters)).parts.append(part)
        self._groups = list(groups.values())
        self._rows: list[Floats] = []
        self._row_of: dict[int, int] = {}
        self._sets: list[list[int]] = []

    def add(self, parameters: Values) -> None:
        """Raises SpecError, RuleError or BacktestError for a set that cannot be played."""
        values = self._rules.plan.values(parameters)
        try:
            self._sets.append([group.known[group.key(values)] for group in self._groups])
        except KeyError:  # what is known has passed all checks, which look at each part by itself
            parts = list(self._settled(values))
            for group in self._groups:
                if group.known.setdefault(group.key(values), len(group.found)) == len(group.found):
                    group.found.append([parts[part] for part in group.parts])
            self._sets.append([group.known[group.key(values)] for group in self._groups])

    def _settled(self, values: Values) -> Iterator[Part]:
        """The parts of a set, in the order of `SetPlan.parameters`."""
        spec = self._rules.plan.spec
        settled = settle(self._rules.plan, values, self._cache)
        yield Part(self._rows_of(settled, self._rules.columns))
        for name, series in self._rules.outputs.items():
            outputs = settled.table.outputs[name].values()
            yield Part(self._rows_of(settled, series), max(one.first or 0 for one in outputs))
        yield Part((self._row(settled.size.values),), settled.size.first or 0)
        numbers = self._rules.program.numbers
        yield Part(numbers=tuple(resolve(number, values) for number in numbers))
        stops = fixed_stops(spec.stops, values)
        check_fixed_stops(stops, self._spread)
        yield Part(numbers=tuple(float(stop or 0) for stop in stops))

    def _rows_of(self, settled: SettledSpec, series: Sequence[str]) -> tuple[int, ...]:
        return tuple(self._row(settled.table.series(text)) for text in series)

    def _row(self, values: Floats) -> int:
        """The row of a series: the same array is the same row."""
        row = self._row_of.setdefault(id(values), len(self._rows))
        if row == len(self._rows):
            self._rows.append(values)
        return row

    def arrays(self) -> Arrays:
        """Of at least one set."""
        chosen = np.array(self._sets, np.int64)
        rows: dict[int, Places] = {}
        numbers: dict[int, Floats] = {}
        warmups = np.zeros(len(chosen), np.int64)
        for group, at in zip(self._groups, chosen.T, strict=True):
            for place, part in enumerate(group.parts):
                found = [parts[place] for parts in group.found]
                rows[part] = np.array([one.rows for one in found], np.int64)[at]
                numbers[part] = np.array([one.numbers for one in found], np.float64)[at]
                firsts = np.array([one.first for one in found], np.int64)[at]
                warmups = np.maximum(warmups, firsts)
        *series, size, written, stops = range(len(rows))
        return Arrays(
            np.stack(self._rows),
            np.concatenate([rows[part] for part in series], axis=1),
            numbers[written],
            rows[size][:, 0].copy(),
            numbers[stops][:, :, None],
            warmups,
        )
