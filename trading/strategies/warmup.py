"""Whether there are bars enough, and from which one on a spec can decide."""

from __future__ import annotations

from collections.abc import Mapping

from trading.strategies.errors import LookbackError, RuleError
from trading.strategies.plan import Plan
from trading.strategies.table import IndicatorTable


def check_bars(plan: Plan, values: Mapping[str, float], bars: int) -> None:
    """Raise LookbackError for too few: after the look-back one bar decides, one more fills."""
    longest, name = plan.longest_lookback(values)
    if bars < longest + 3:
        raise LookbackError("too_short", bars=bars, name=name or "rules", needed=longest + 3)


def first_defined_bar(plan: Plan, table: IndicatorTable) -> int:
    """The first bar on which every output of every indicator is defined.

    An output that never is does not count if nothing reads it, as in backtesting.py.
    """
    for reference, name, output in plan.reads:
        if name in table.outputs and table.output(name, output).first is None:
            raise RuleError("never_defined", name=reference, bars=table.cache.bars)
    firsts = (output.first for found in table.outputs.values() for output in found.values())
    return max((first or 0 for first in firsts), default=0)
