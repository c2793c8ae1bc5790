"""Trades as a table reads them: with their times, side and reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pandas as pd
from django.utils.translation import gettext_lazy as _

from trading.backtest.types import Trade
from trading.services.replay import Replay

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
    """A trade, numbered through all segments; `net` is a fraction of the value at entry."""

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
    """A bar's time in ISO 8601: its date, or its moment where it trades (no zone: in UTC)."""
    if daily:
        return moment.date().isoformat()
    return moment.isoformat() if moment.tzinfo else f"{moment.isoformat()}Z"
