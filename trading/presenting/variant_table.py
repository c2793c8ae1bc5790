"""The variants of a development as a table has them: a row a segment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trading.models import Backtest, Variant
from trading.presenting.gates import GateVerdict, verdict_of

COLUMNS = (
    ("sharpe", "sharpe_ratio"), ("return", "annual_return"), ("drawdown", "max_drawdown"),
    ("trades", "total_trades"), ("wins", "win_rate"), ("factor", "profit_factor"),
)  # fmt: skip
"""The order that sorts by a column, and the figure it shows."""

_ORDER = {"train": 0, "validation": 1, "holdout": 2}


@dataclass(frozen=True)
class SegmentRow:
    """A segment's figures in the order of COLUMNS, each with its name; or what went wrong."""

    segment: str
    backtest: Backtest

    @property
    def figures(self) -> list[tuple[str, Any]]:
        return [(name, getattr(self.backtest, name)) for _order, name in COLUMNS]

    @property
    def empty(self) -> bool:
        return all(value is None for _name, value in self.figures)


@dataclass(frozen=True)
class VariantRow:
    """A variant, its verdict, and its segments."""

    variant: Variant
    verdict: GateVerdict
    segments: list[SegmentRow]

    @property
    def errors(self) -> list[str]:
        """What went wrong, each thing once."""
        found = (row.backtest.error for row in self.segments if row.backtest.error)
        return list(dict.fromkeys(found))


def variant_rows(variants: Iterable[Variant], pass_score: float) -> list[VariantRow]:
    """Rows for variants whose backtests and gates were read with them."""
    return [
        VariantRow(variant, verdict_of(variant.gates.all(), pass_score), segment_rows(variant))
        for variant in variants
    ]


def segment_rows(variant: Variant) -> list[SegmentRow]:
    """The segments a variant was played on, in time order."""
    rows = sorted(variant.backtests.all(), key=lambda row: _ORDER.get(row.segment, 9))
    return [SegmentRow(row.segment, row) for row in rows]
