"""The reference engine: backtesting.py itself, driven by signals."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.checks import Bars
from trading.backtest.types import Reason, Trade
from trading.strategies.signals import Signals

Floats = NDArray[np.float64]


def play(
    frame: pd.DataFrame, bars: Bars, signals: Signals, *, first: int, cash: float, commission: float
) -> tuple[Floats, list[Trade], int]:
    """Run backtesting.py: the equity at each close (n,), the trades, the entries dropped."""
    from trading.backtest.signal_strategy import Backtest, SignalStrategy

    given = {"signals": signals, "first": first, "bars": len(bars)}
    with warnings.catch_warnings():
        # Dear prices and dropped orders are told in the result, open trades are finalised.
        warnings.simplefilter("ignore")
        test = Backtest(
            frame, SignalStrategy, cash=cash, commission=commission, finalize_trades=True
        )
        stats = test.run(**given)
    equity = np.array(stats["_equity_curve"]["Equity"], dtype=np.float64)
    strategy = stats["_strategy"]
    strategy.settle()
    return equity, [trade_of(trade, bars) for trade in strategy.closed_trades], strategy.dropped


def trade_of(trade: Any, bars: Bars) -> Trade:
    """One of backtesting.py's closed trades as ours."""
    return Trade(
        entry_bar=int(trade.entry_bar),
        exit_bar=int(trade.exit_bar),
        size=int(trade.size),
        entry_price=float(trade.entry_price),
        exit_price=float(trade.exit_price),
        pnl=float(trade.pl),
        return_pct=float(trade.pl_pct),
        commission=float(trade._commissions),
        reason=reason_of(trade, bars),
    )


def reason_of(trade: Any, bars: Bars) -> Reason:
    """Why a trade was left: by the strategy, else by the stop (first, as filled) or target."""
    decided: Reason | None = trade.tag.reason
    stopped: Reason = trade.tag.stop_kind
    if decided is not None:
        return decided
    high, low = bars.high[trade.exit_bar], bars.low[trade.exit_bar]
    if trade.sl and (low <= trade.sl if trade.is_long else high >= trade.sl):
        return stopped
    if trade.tp and (high >= trade.tp if trade.is_long else low <= trade.tp):
        return "take_profit"
    return "ruin"
