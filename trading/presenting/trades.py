"""The tables of a variant's trades and of a development's variants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pandas as pd
from django.utils.translation import gettext_lazy as _

from trading.backtest.types import Trade
from trading.models import Backtest, Variant
from trading.presenting.gates import GateVerdict, verdict_of
from trading.services.replay import Replay

COLUMNS = (
    ("sharpe", "sharpe_ratio"), ("return", "annual_return"), ("drawdown", "max_drawdown"),
    ("trades", "total_trades"), ("wins", "win_rate"), ("factor", "profit_factor"),
)  # fmt: skip
"""The order that sorts by a column, and its figure."""

_ORDER = {"train": 0, "validation": 1, "holdout": 2}


@dataclass(frozen=True)
class SegmentRow:
    """A segment's figures in the order of COLUMNS, each with its name; or the error."""

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
        """The errors, each once."""
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


def buy_hold_sharpes(rows: Iterable[VariantRow]) -> dict[str, float]:
    """The Sharpe ratio of buying and holding by segment, for which all variants are played on the
    same bars."""
    found = {
        one.segment: one.backtest.metrics.get("buy_hold_sharpe")
        for row in rows
        for one in row.segments
    }
    return {segment: found[segment] for segment in _ORDER if found.get(segment) is not None}


SIDES = {"long": _("long"), "short": _("short")}
REASONS = {
    "signal": _("signal"),
    "stop_loss": _("stop loss"),
    "take_profit": _("target reached"),
    "trailing_stop": _("trailing stop"),
    "time_stop": _("time stop"),
    "end": _("end of the segment"),
    "ruin": _("account empty"),
    "open_at_the_end": _("open at the end"),
}


@dataclass(frozen=True)
class TradeRow:
    """A trade, numbered over all segments; `net` is a fraction of the value at entry."""

    number: int
    segment: str
    entered: datetime
    left: datetime
    trade: Trade

    @property
    def side(self) -> str:
        return "long" if self.trade.size > 0 else "short"

    @property
    def side_word(self) -> Any:
        return SIDES[self.side]

    @property
    def reason_word(self) -> Any:
        return REASONS[self.trade.reason]

    @property
    def units(self) -> float:
        return abs(self.trade.size)

    @property
    def bars(self) -> int:
        return self.trade.exit_bar - self.trade.entry_bar


def trade_rows(replay: Replay) -> list[TradeRow]:
    """All trades in the order of the segments and of their exits."""
    times = replay.times.to_pydatetime()
    pairs = [(part.segment, trade) for part in replay.parts for trade in part.trades]
    return [
        TradeRow(number, segment, times[trade.entry_bar], times[trade.exit_bar], trade)
        for number, (segment, trade) in enumerate(pairs, 1)
    ]


def when(moment: pd.Timestamp | datetime, daily: bool) -> str:
    """A bar's time in ISO 8601: its date, or its time at the exchange (without a zone: in UTC)."""
    if daily:
        return moment.date().isoformat()
    return moment.isoformat() if moment.tzinfo else f"{moment.isoformat()}Z"
