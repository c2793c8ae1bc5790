"""The variants of a report: figures by segment, gates with what is missing to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from trading.models import Backtest, GateOutcome, Variant
from trading.presenting.gates import Stage, stages
from trading.presenting.variant import rules
from trading.services.marks import marks_of

SEGMENTS = ("train", "validation", "holdout")
FIGURES = ("sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown",
           "win_rate", "profit_factor", "total_trades")  # fmt: skip


@dataclass(frozen=True)
class SegmentFigures:
    """A figure on each segment that was played; `values` is in the order of the segments."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True)
class Judged:
    """A variant with its gates and figures, and what must be said of those on sealed bars."""

    variant: Variant
    gates: Sequence[GateOutcome]
    stages: Sequence[Stage]
    segments: Sequence[str]
    figures: Sequence[SegmentFigures]
    parameters: Mapping[str, object]
    rules: Sequence[str]
    marks: Sequence[str]


def judged(variants: Sequence[Variant]) -> list[Judged]:
    """The variants of `judged_variants`, ready to be shown."""
    marks = marks_of(variants)
    return [_judged(variant, marks.get(variant.pk, ())) for variant in variants]


def _judged(variant: Variant, marks: Sequence[str]) -> Judged:
    played = {row.segment: row for row in variant.backtests.all()}
    segments = [name for name in SEGMENTS if name in played]
    gates = list(variant.gates.all())
    return Judged(
        variant=variant,
        gates=gates,
        stages=stages(gates),
        segments=segments,
        figures=list(_figures([played[name] for name in segments])),
        parameters=variant.parameters,
        rules=rules(variant),
        marks=marks,
    )


def _figures(rows: Sequence[Backtest]) -> Iterator[SegmentFigures]:
    for name in FIGURES:
        yield SegmentFigures(name, [getattr(row, name) for row in rows])
