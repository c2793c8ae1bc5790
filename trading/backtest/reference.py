"""The reference engine: backtesting.py itself, driven by signals."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.checks import PriceArrays
from trading.backtest.kernel import ruin_price, ruined
from trading.backtest.types import Reason, Trade
from trading.domain.broker import Broker
from trading.domain.calculation import marks_to_close
from trading.strategies.signals import Signals

Floats = NDArray[np.float64]

AT_OPEN = ("signal", "time_stop")
"""Ways to leave before the bar's high is reached."""


def play(
    frame: pd.DataFrame,
    bars: PriceArrays,
    signals: Signals,
    *,
    first: int,
    cash: float,
    commission: float,
    calculation: int,
    broker: Broker,
) -> tuple[Floats, list[Trade], int]:
    """Run backtesting.py: the equity at each close (n,), the trades, the entries dropped.

    It looks for ruin at closes only: what a bar's high or low ruins is cut off here.
    """
    from trading.backtest.signal_strategy import Backtest, SignalStrategy

    given = {"signals": signals, "first": first, "bars": len(bars)}
    marked = marks_to_close(calculation)
    with warnings.catch_warnings():
        # Dear prices and dropped orders are told in the result, and so is what stays open.
        warnings.simplefilter("ignore")
        test = Backtest(
            frame, SignalStrategy, cash=cash, commission=commission, spread=broker.spread,
            margin=broker.margin, finalize_trades=not marked,
        )  # fmt: skip
        stats = test.run(**given)
    equity = np.array(stats["_equity_curve"]["Equity"], dtype=np.float64)
    strategy = stats["_strategy"]
    strategy.settle()
    found = [*strategy.closed_trades, *strategy.trades]
    trades = [
        *map(trade_of, strategy.closed_trades, repeat(bars), stats["_trades"]["Commission"]),
        *(open_trade(trade, bars, commission) for trade in strategy.trades),
    ]
    bar = len(bars)
    if marked:
        stops = [trade.sl for trade in found]
        trades, bar = liquidated(trades, stops, bars, cash, commission)
        equity[bar:] = 0.0
    return equity, trades, sum(dropped <= bar for dropped in strategy.dropped)


def open_trade(trade: Any, bars: PriceArrays, commission: float) -> Trade:
    """One of backtesting.py's trades that is still open, valued at the last close; `commission` is
    the fraction a side."""
    last, close = len(bars) - 1, float(bars.close[-1])
    size, entered = int(trade.size), float(trade.entry_price)
    at = int(trade.entry_bar)
    return Trade.of(at, last, size, entered, close, "open_at_the_end", commission)


def trade_of(trade: Any, bars: PriceArrays, paid: float) -> Trade:
    """One of backtesting.py's trades that was closed as ours, with the commission paid for it."""
    return Trade(
        entry_bar=int(trade.entry_bar),
        exit_bar=int(trade.exit_bar),
        size=int(trade.size),
        entry_price=float(trade.entry_price),
        exit_price=float(trade.exit_price),
        pnl=float(trade.pl),
        return_pct=float(trade.pl_pct),
        commission=float(paid),
        reason=reason_of(trade, bars),
    )


def reason_of(trade: Any, bars: PriceArrays) -> Reason:
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


def liquidated(
    trades: Sequence[Trade],
    stops: Sequence[float | None],
    bars: PriceArrays,
    cash: float,
    commission: float,
) -> tuple[list[Trade], int]:
    """The trades up to the first that a bar's high or low ruins, which ends there, and that bar.

    The bar is the number of bars where there is none. `stops` are the trades' last.
    """
    for at, (trade, stop) in enumerate(zip(trades, stops, strict=True)):
        size, entered = float(trade.size), trade.entry_price
        cash -= abs(size) * entered * commission
        price = ruin_price(cash, size, entered)
        bar = trade.entry_bar
        while (
            price > 0
            and bar <= trade.exit_bar
            and not ruined(size, bars.high[bar], bars.low[bar], 0.0, price)
        ):
            bar += 1
        if price > 0 and bar <= trade.exit_bar - (trade.reason in AT_OPEN):
            stopped = trade.reason in ("stop_loss", "trailing_stop") and bar == trade.exit_bar
            if not (stopped and stop and (stop > price if size > 0 else stop < price)):
                opened = float(bars.open[bar])
                filled = min(opened, price) if size > 0 else max(opened, price)
                last = Trade.of(trade.entry_bar, bar, size, entered, filled, "ruin", commission)
                return [*trades[:at], last], bar
        cash += size * (trade.exit_price - entered) - abs(size) * trade.exit_price * commission
    return list(trades), len(bars)
