"""Why a figure of a backtest has no value: a code, as an answer of the evidence has one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NOT_KNOWN = "not_known"
NO_LOSSES = "no_losses"
_OF_TRADES = frozenset({"win_rate", "avg_trade_duration", "profit_factor"})


def why_missing(name: str, figures: Mapping[str, Any]) -> str:
    """The reason why `name` is missing among the `figures` of a segment; `not_played` for none."""
    if not figures:
        return "not_played"
    trades = figures.get("total_trades")
    if name in _OF_TRADES:
        return "no_trades" if not trades else NO_LOSSES
    if trades == 0:
        return "no_trades"
    if name == "calmar":
        return "no_drawdown"
    return "constant"
