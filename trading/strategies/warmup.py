"""Whether there are bars enough, and from which one on a spec can decide."""

from __future__ import annotations

from collections.abc import Mapping

from trading.strategies.errors import LookbackError, RuleError
from trading.strategies.lookback import longest_lookback
from trading.strategies.names import series_of
from trading.strategies.spec import StrategySpec
from trading.strategies.table import Table
from trading.strategies.walk import operands


def check_bars(spec: StrategySpec, values: Mapping[str, float], bars: int) -> None:
    """Raise LookbackError for too few: after the look-back one bar decides, one more fills."""
    longest, name = longest_lookback(spec, values)
    if bars < longest + 3:
        raise LookbackError("too_short", bars=bars, name=name or "rules", needed=longest + 3)


def first_defined_bar(spec: StrategySpec, table: Table) -> int:
    """The first bar on which every output of every indicator is defined.

    An output that never is does not count if nothing reads it, as in backtesting.py.
    """
    for reference in _read(spec):
        name, output = series_of(reference)
        if name in table.outputs and table.output(name, output).first is None:
            bars = len(table.cache.frame)
            raise RuleError("never_defined", name=reference, bars=bars)
    firsts = (output.first for found in table.outputs.values() for output in found.values())
    return max((first or 0 for first in firsts), default=0)


def _read(spec: StrategySpec) -> list[str]:
    """The series that rules or other indicators read."""
    rules = [text for _, text in operands(spec) if not text.startswith("$")]
    sources = [item.source_reference for item in spec.indicators.values()]
    return [text for text in (*sources, *rules) if text]
