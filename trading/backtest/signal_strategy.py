"""The strategy of backtesting.py that plays signals.

Importing this module imports backtesting.py, and that bokeh: about a second and 25 MB. Only
`reference` does, when it is asked to play.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from typing import Any

from trading.backtest.kernel import ALL_IN
from trading.backtest.types import Reason
from trading.strategies.signals import Signals

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
