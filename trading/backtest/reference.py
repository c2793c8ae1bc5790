"""The reference engine: backtesting.py itself, driven by signals."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.checks import PriceArrays
from trading.backtest.kernel import ALL_IN, ruin_price, ruined
from trading.backtest.types import Reason, Trade
from trading.domain.broker import Broker
from trading.domain.calculation import marks_to_close
from trading.strategies.signals import Signals

# The strategy of backtesting.py that plays signals. Importing this module imports
# backtesting.py, and that bokeh: about a second and 25 MB. Only `reference` does, when it is
# asked to play.

os.environ.setdefault("TQDM_DISABLE", "1")  # no progress bars from within a part
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from backtesting import Backtest, Strategy

__all__ = ["Backtest", "SignalStrategy"]


@dataclass
class TradeNote:
    """What the strategy knows of a trade, carried by its order's tag."""

    filled_at: int  # the bar on whose open it is to be filled
    best: float  # the best close since the decision, for the trailing stop
    trailing: float | None = None
    time_stop: int | None = None
    stop_kind: Reason = "stop_loss"
    reason: Reason | None = None  # why the strategy closed it, if it did


def first_stop(
    close: float, direction: int, stop_loss: float | None, trailing: float | None
) -> tuple[float | None, Reason]:
    """The nearer of the fixed and the trailing stop, from the close that decided."""
    if trailing is not None and (stop_loss is None or trailing < stop_loss):
        return close * (1 - direction * trailing), "trailing_stop"
    if stop_loss is not None:
        return close * (1 - direction * stop_loss), "stop_loss"
    return None, "stop_loss"


class SignalStrategy(Strategy):
    """Plays `signals`. All is decided at a close and filled at the next open.

    In a position: leave by its exit rule, by an entry rule the other way (which then
    enters), or by the time stop; an entry rule its own way says nothing new. Out of the
    market: enter, long before short. Stops and targets lie relative to the close that
    decided the entry; the trailing stop follows the best close since. Nothing is decided
    before bar `first`, nor on the last bar, after which nothing could be filled.
    """

    # backtesting.py takes parameters for class attributes only.
    signals: Signals = None  # type: ignore[assignment]  # always given
    first = 1
    bars = 0

    def init(self) -> None:
        self.pending: TradeNote | None = None
        self.dropped: list[int] = []  # bars on whose open the cash did not pay for an entry

    def next(self) -> None:
        self.settle()
        i = len(self.data) - 1
        trade = self.trades[0] if self.trades else None
        if i == self.bars - 1:
            if trade is not None:
                trade.tag.reason = "end"
        elif i >= self.first:
            self.decide(i, trade)

    def settle(self) -> None:
        """See whether the entry decided a bar ago became a trade, which may be over already."""
        seen = (*self.closed_trades[-1:], *self.trades)
        if self.pending is not None and all(trade.tag is not self.pending for trade in seen):
            self.dropped.append(self.pending.filled_at)
        self.pending = None

    def decide(self, i: int, trade: Any) -> None:
        signals = self.signals
        if trade is None:
            if signals.long_entry[i]:
                self.enter(i, 1)
            elif signals.short_entry[i]:
                self.enter(i, -1)
            return
        long = trade.is_long
        back = signals.short_entry[i] if long else signals.long_entry[i]
        if back or (signals.long_exit[i] if long else signals.short_exit[i]):
            self.leave(trade, "signal")
        elif trade.tag.time_stop is not None and i - trade.entry_bar + 1 >= trade.tag.time_stop:
            self.leave(trade, "time_stop")
        elif trade.tag.trailing is not None:
            self.trail(trade, trade.tag.trailing)
        if back:
            self.enter(i, -1 if long else 1)

    def stops_at(self, i: int) -> list[float | None]:
        """The stops of an entry decided on a bar, in the order of `signals.STOPS`."""
        rows = self.signals.stop_rows()
        return [value or None for value in rows[:, min(i, rows.shape[1] - 1)].tolist()]

    def leave(self, trade: Any, reason: Reason) -> None:
        trade.tag.reason = reason
        trade.close()

    def trail(self, trade: Any, distance: float) -> None:
        close = self.data.Close[-1]
        if trade.is_long:
            trade.tag.best = max(trade.tag.best, close)
            moved = trade.tag.best * (1 - distance)
            nearer = moved > trade.sl
        else:
            trade.tag.best = min(trade.tag.best, close)
            moved = trade.tag.best * (1 + distance)
            nearer = moved < trade.sl
        if nearer:
            trade.sl = moved
            trade.tag.stop_kind = "trailing_stop"

    def enter(self, i: int, direction: int) -> None:
        signals, close = self.signals, self.data.Close[-1]
        loss, profit, trailing, time_stop = self.stops_at(i)
        stop, kind = first_stop(close, direction, loss, trailing)
        target = None if profit is None else close * (1 + direction * profit)
        order = self.buy if direction > 0 else self.sell
        bars = None if time_stop is None else int(time_stop)
        self.pending = TradeNote(i + 1, close, trailing, bars, kind)
        order(
            size=min(float(signals.size[i]), ALL_IN),
            sl=stop,
            tp=target if target is not None and target > 0 else None,
            tag=self.pending,
        )


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
