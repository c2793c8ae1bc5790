"""What a spec says on each bar of a frame."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, assert_never

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.conditions import (
    Arithmetic,
    Between,
    Combine,
    Compare,
    Condition,
    Cross,
    Not,
    Operand,
)
from trading.strategies.errors import LookbackError, RuleError
from trading.strategies.indicators.formulae import volatility_size
from trading.strategies.names import parameter_of, resolve
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache, IndicatorTable, Output, Plan
from trading.strategies.trade_rules import FixedFraction, Sizing, Stops, VolatilityTarget

# What conditions say on each bar.

Truth = NDArray[np.bool_]
Value = Any  # a number, or an array of shape (bars,)

_COMPARE: dict[str, Callable[[Value, Value], Any]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.true_divide,
}


def holds(condition: Condition, table: IndicatorTable) -> Truth:
    """On which bars a condition holds, shape (bars,). What is undefined compares false."""
    match condition:
        case Compare():
            left, right = value_of(condition.left, table), value_of(condition.right, table)
            found: Truth = _COMPARE[condition.op](left, right)
            return found
        case Cross():
            return _crosses(condition, table)
        case Between():
            value = value_of(condition.value, table)
            low, high = value_of(condition.low, table), value_of(condition.high, table)
            return np.broadcast_to((value >= low) & (value <= high), _shape(table))
        case Combine():
            parts = [holds(part, table) for part in condition.conditions]
            return functools.reduce(operator.and_ if condition.op == "and" else operator.or_, parts)
        case Not():
            return ~holds(condition.condition, table)
    assert_never(condition)


def _crosses(condition: Cross, table: IndicatorTable) -> Truth:
    """As backtesting.py's `crossover`: strictly on the one side a bar ago, on the other now."""
    left, right = value_of(condition.left, table), value_of(condition.right, table)
    if condition.op == "crosses_below":
        left, right = right, left
    found = np.empty(_shape(table), dtype=bool)
    found[0], later = False, found[1:]
    np.greater(_now(left), _now(right), out=later)
    later &= _before(left) < _before(right)
    return found


def _before(value: Value) -> Value:
    return value[:-1] if np.ndim(value) else value


def _now(value: Value) -> Value:
    return value[1:] if np.ndim(value) else value


def value_of(operand: Operand, table: IndicatorTable) -> Value:
    """An operand's number, or its values on each bar; what is not finite is undefined (NaN)."""
    if isinstance(operand, Arithmetic):
        left, right = value_of(operand.left, table), value_of(operand.right, table)
        with np.errstate(all="ignore"):
            found = _ARITHMETIC[operand.op](left, right)
        return np.where(np.isfinite(found), found, np.nan)
    if isinstance(operand, str):
        name = parameter_of(operand)
        return table.series(operand) if name is None else float(table.values[name])
    return operand


def _shape(table: IndicatorTable) -> tuple[int]:
    return (table.cache.bars,)


# How much of the equity a spec uses on each bar.

Array = NDArray[np.float64]


def size_of(sizing: Sizing, table: IndicatorTable) -> Output:
    """The fraction on each bar, (bars,) and read-only; 1 where a target has no look-back yet.

    `first` is the bar from which on it is defined. Kept in the table's cache, as indicators are.
    """
    numbers = _numbers(sizing, table)
    key = ("size", sizing.kind, *numbers)
    kept = table.cache.get(key)
    if kept is None:
        kept = (_computed(sizing, table, numbers),)
        table.cache.put(key, kept)
    return kept[0]


def _numbers(sizing: Sizing, table: IndicatorTable) -> tuple[float, ...]:
    if isinstance(sizing, FixedFraction):
        return (float(resolve(sizing.fraction, table.values)),)
    if isinstance(sizing, VolatilityTarget):
        year = sizing.bars_per_year
        written = (
            sizing.length,
            sizing.annual,
            table.cache.bars_per_year if year is None else year,
        )
        return tuple(resolve(number, table.values) for number in written)
    return (1.0,)


def _computed(sizing: Sizing, table: IndicatorTable, numbers: tuple[float, ...]) -> Output:
    if isinstance(sizing, VolatilityTarget):
        length, annual, year = numbers
        found: Array = volatility_size(table.series("close"), int(length), annual, year)
    else:
        found = np.full(table.cache.bars, numbers[0])
    undefined = np.isnan(found)
    size = np.where(undefined, 1.0, found)
    size.setflags(write=False)
    return Output(size, int(undefined.argmin()))


# Whether there are bars enough, and from which one on a spec can decide.


def check_bars(plan: Plan, values: Mapping[str, float], bars: int) -> None:
    """Raise LookbackError for too few: after the look-back one bar decides, one more fills."""
    longest, name = plan.longest_lookback(values)
    if bars < longest + 3:
        raise LookbackError("too_short", bars=bars, name=name or "rules", needed=longest + 3)


class SettledSpec(NamedTuple):
    """A spec with its numbers, before its rules are asked; `warmup` as in Signals."""

    table: IndicatorTable
    size: Output
    warmup: int


def settle(plan: Plan, values: Mapping[str, float], cache: IndicatorCache) -> SettledSpec:
    """Raises LookbackError for too few bars, RuleError for what has no value on any bar."""
    check_bars(plan, values, cache.bars)
    table = IndicatorTable(plan, values, cache)
    size = size_of(plan.spec.sizing, table)
    return SettledSpec(table, size, max(first_defined_bar(plan, table), size.first or 0))


def first_defined_bar(plan: Plan, table: IndicatorTable) -> int:
    """The first bar on which every output of every indicator is defined.

    An output that never is does not count if nothing reads it, as in backtesting.py.
    """
    for reference, name, output in plan.reads:
        if name in table.outputs and table.output(name, output).first is None:
            raise RuleError("never_defined", name=reference, bars=table.cache.bars)
    firsts = (output.first for found in table.outputs.values() for output in found.values())
    return max((first or 0 for first in firsts), default=0)


class FixedStops(NamedTuple):
    """The stops of a spec with its numbers: fractions of a price, bars; None for none."""

    stop_loss: float | None
    take_profit: float | None
    trailing_stop: float | None
    time_stop: float | None

    def column(self) -> Array:
        """In their order, 0 for none: (4, 1)."""
        return np.array([[float(stop or 0)] for stop in self])


STOPS = FixedStops._fields


def fixed_stops(stops: Stops, values: Mapping[str, float]) -> FixedStops:
    """The stops of a spec with these values of its parameters."""
    time_stop = _optional(stops.time_stop, values)
    return FixedStops(
        _optional(stops.stop_loss, values),
        _optional(stops.take_profit, values),
        _optional(stops.trailing_stop, values),
        None if time_stop is None else int(time_stop),
    )


@dataclass(frozen=True, eq=False)
class Signals:
    """What a spec says on each bar, known at that bar's close; arrays of shape (bars,).

    No entry stands on or before `warmup`, the first bar on which all the spec computes is defined
    (backtesting.py, too, first asks a strategy one bar later); none stands where the exit of its
    side or the entry of the other side stands in the rules. `size` is the fraction of equity an
    entry decided on that bar uses, in (0, 1]. The stops are fractions of the close of the bar that
    decided the entry (trailing: of the best since), `time_stop` bars held at most. Where they
    change from bar to bar, `stops` (4, bars) stands in place of the four, in the order of STOPS,
    0 for none; a position keeps those of the bar that decided it. `fractions` is what the spec says
    of parts of a unit, None for nothing.
    """

    long_entry: Truth
    long_exit: Truth
    short_entry: Truth
    short_exit: Truth
    size: Array
    warmup: int
    stop_loss: float | None = None
    take_profit: float | None = None
    trailing_stop: float | None = None
    time_stop: int | None = None
    stops: Array | None = None
    fractions: bool | None = None

    def stop_rows(self) -> Array:
        """The stops in the order of STOPS, 0 for none: (4, bars), or (4, 1) if never others."""
        if self.stops is not None:
            return self.stops
        return self.fixed_stops.column()

    @property
    def fixed_stops(self) -> FixedStops:
        return FixedStops(self.stop_loss, self.take_profit, self.trailing_stop, self.time_stop)


def compute_signals(
    spec: StrategySpec | Plan,
    frame: pd.DataFrame,
    *,
    cache: IndicatorCache | None = None,
    parameters: Mapping[str, float] | None = None,
    bars_per_year: float = 252.0,
) -> Signals:
    """What `spec` says on each bar of `frame`.

    `parameters` replaces values of its parameters without making another spec; `cache` (of this
    very frame) shares indicators between calls, a `Plan` what is the same for all parameters.
    `bars_per_year` is what a rule means that names none; a cache has its own.
    Raises LookbackError for too few bars, RuleError for what has no value on any bar, SpecError
    for parameters it may not have.
    """
    plan = spec if isinstance(spec, Plan) else Plan(spec)
    spec = plan.spec
    values = plan.values(parameters)
    table, size, warmup = settle(
        plan, values, cache or IndicatorCache(frame, bars_per_year=bars_per_year)
    )
    long_entry, long_exit, short_entry, short_exit = _rules(spec, table, warmup)
    return Signals(
        long_entry=long_entry,
        long_exit=long_exit,
        short_entry=short_entry,
        short_exit=short_exit,
        size=size.values,
        warmup=warmup,
        fractions=spec.fractions,
        **fixed_stops(spec.stops, values)._asdict(),
    )


def _rules(spec: StrategySpec, table: IndicatorTable, warmup: int) -> tuple[Truth, ...]:
    """Entries and exits, long then short, without contradictions and the warm-up."""
    long, leave_long, short, leave_short = (
        None if rule is None else holds(rule, table)
        for rule in (spec.long_entry, spec.long_exit, spec.short_entry, spec.short_exit)
    )
    bars = table.cache.bars
    found = (
        _but(bars, long, leave_long, short),
        _but(bars, leave_long),
        _but(bars, short, leave_short, long),
        _but(bars, leave_short),
    )
    for rule in found:
        rule[: warmup + 1] = False
    return found


def _but(bars: int, rule: Truth | None, *against: Truth | None) -> Truth:
    """Where a rule holds and none of the others does, as an array of its own."""
    if rule is None:
        return np.zeros(bars, dtype=bool)
    found = rule.copy()
    for other in against:
        if other is not None:
            np.greater(found, other, out=found)  # true and not false, in one go
    return found


def _optional(value: float | str | None, values: Mapping[str, float]) -> float | None:
    return None if value is None else resolve(value, values)
