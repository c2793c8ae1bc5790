"""What a spec says on each bar of a frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.evaluate import holds
from trading.strategies.numbers import resolve
from trading.strategies.plan import Plan
from trading.strategies.sizing import size_of
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache, IndicatorTable
from trading.strategies.warmup import check_bars, first_defined_bar

Array = NDArray[np.float64]
Truth = NDArray[np.bool_]


STOPS = ("stop_loss", "take_profit", "trailing_stop", "time_stop")


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
        return np.array([[float(getattr(self, name) or 0)] for name in STOPS])


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
    check_bars(plan, values, len(frame))
    table = IndicatorTable(
        plan, values, cache or IndicatorCache(frame, bars_per_year=bars_per_year)
    )
    size = size_of(spec.sizing, table)
    warmup = max(first_defined_bar(plan, table), size.first or 0)
    long_entry, long_exit, short_entry, short_exit = _rules(spec, table, warmup)
    stops = spec.stops
    return Signals(
        long_entry=long_entry,
        long_exit=long_exit,
        short_entry=short_entry,
        short_exit=short_exit,
        size=size.values,
        warmup=warmup,
        stop_loss=_optional(stops.stop_loss, values),
        take_profit=_optional(stops.take_profit, values),
        trailing_stop=_optional(stops.trailing_stop, values),
        time_stop=None if stops.time_stop is None else int(resolve(stops.time_stop, values)),
        fractions=spec.fractions,
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
