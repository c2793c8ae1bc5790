"""How much of the equity a spec uses on each bar."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.strategies.indicators.sizes import volatility_size
from trading.strategies.numbers import resolve
from trading.strategies.table import IndicatorTable, Output
from trading.strategies.trade_rules import FixedFraction, Sizing, VolatilityTarget

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
