"""The order and fill rules of backtesting.py 0.6.6, compiled.

Each expression keeps the order of operations of backtesting.py (`_Broker`), so that results are
equal to the last digit. What is played is written down in `reference.SignalStrategy`; here is
the same for one position at a time, without the order book: a bar processes a close order, then
an entry order (both at the open), then the stop, then the target.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

ALL_IN = 1 - sys.float_info.epsilon  # backtesting.py: a size of 1 would be one unit
NONE, SIGNAL, STOP, TARGET, TRAILING, TIME, END, RUIN, OPEN = -1, 0, 1, 2, 3, 4, 5, 6, 7

# The rows of a table of trades, one column a trade.
ENTRY_BAR, EXIT_BAR, SIZE, ENTRY_PRICE, EXIT_PRICE, REASON, FEE = range(7)
TRADE_ROWS = 7


@compiled
def whole_units(
    cash: float, fraction: float, price: float, filled: float, commission: float, leverage: float
) -> float:
    """Units that `fraction` of the cash, `leverage` times, pays for at `filled`, which is `price`
    with the spread; commission included."""
    costs = filled + fraction * price * commission / fraction
    available = max(0.0, cash) * leverage
    units = available * fraction // costs
    return 0.0 if units * costs > available else units


@compiled
def first_stop(
    close: float, direction: float, stop_loss: float, trailing: float
) -> tuple[float, int]:
    """The stop an entry decided at `close` begins with, and which kind it is; 0.0 for none."""
    fixed = close * (1 - direction * stop_loss)
    moving = close * (1 - direction * trailing)
    if trailing > 0 and (stop_loss <= 0 or trailing < stop_loss):
        return moving, TRAILING
    return (fixed, STOP) if stop_loss > 0 else (0.0, NONE)


@compiled
def touched(
    direction: float, open_: float, high: float, low: float, stop: float, target: float
) -> tuple[float, bool]:
    """The price at which a bar takes a position out, 0.0 if it doesn't; True if by the target.

    When both are within the bar, the stop comes first. A bar that opens beyond fills at its open.
    """
    if direction > 0:
        if stop > 0 and low <= stop:
            return min(open_, stop), False
        if target > 0 and high >= target:
            return max(open_, target), True
    else:
        if stop > 0 and high >= stop:
            return max(open_, stop), False
        if target > 0 and low <= target:
            return min(open_, target), True
    return 0.0, False


@compiled
def leave(
    trades: Floats, k: int, bar: int, price: float, reason: int, cash: float, commission: float
) -> float:
    """Close the open trade `k`; the cash after it."""
    size: float = trades[SIZE, k]
    trades[EXIT_BAR, k] = bar
    trades[EXIT_PRICE, k] = price
    trades[REASON, k] = reason
    profit = size * (price - float(trades[ENTRY_PRICE, k]))
    return cash + (profit - abs(size) * price * commission)


@compiled
def ruin_price(cash: float, size: float, entry_price: float) -> float:
    """The price at which a position leaves nothing of the account; not above 0 for none.

    `cash` is what was there at the entry, its commission paid. A long position that the cash has
    paid for cannot lose more than that.
    """
    return entry_price - cash / size


@compiled
def ruined(size: float, high: float, low: float, stop: float, ruin: float) -> bool:
    """Whether a bar takes all there is before the stop takes the position out."""
    if size > 0:
        return low <= ruin and not stop > ruin
    return high >= ruin and not 0 < stop < ruin


@compiled
def first_entry(long_entry: Bools, short_entry: Bools, begin: int, end: int) -> int:
    """The first bar from `begin` on, at most `end`, at which a rule says to enter; or `end`."""
    # Without a sign it is not looked at with each place whether it counts from the end.
    for i in range(np.uint64(begin), np.uint64(end)):
        if long_entry[i] or short_entry[i]:
            return np.int64(i)  # type: ignore[return-value]
    return end


@compiled
def hold(
    high: Floats,
    low: Floats,
    close: Floats,
    entry: Bools,
    leave: Bools,
    begin: int,
    end: int,
    cash: float,
    size: float,
    entry_price: float,
    floor: float,
    ceiling: float,
    equity: Floats,
) -> int:
    """Fill `equity` as long as a position is only held: to the first bar from `begin` on, at most
    `end`, at which a price reaches `floor` or `ceiling`, nothing is left, or a rule says to turn or
    to leave; or to `end`."""
    for i in range(np.uint64(begin), np.uint64(end)):
        worth = cash + (close[i] * size - size * entry_price)
        if low[i] <= floor or high[i] >= ceiling or worth <= 0 or entry[i] or leave[i]:
            return np.int64(i)  # type: ignore[return-value]
        equity[i] = worth
    return end


@compiled
def simulate(  # noqa: C901  # one loop: its state lives in registers
    open_: Floats,
    high: Floats,
    low: Floats,
    close: Floats,
    long_entry: Bools,
    long_exit: Bools,
    short_entry: Bools,
    short_exit: Bools,
    sizes: Floats,
    first: int,
    stops: Floats,
    cash: float,
    commission: float,
    spread: float,
    leverage: float,
    equity: Floats,
    trades: Floats,
    version: int,
) -> tuple[int, int]:
    """Play signals on n >= 1 bars; `stops` (4, n) or, if they never change, (4, 1): fractions for
    loss, target and trail, bars for time, 0 for none. `spread` and `leverage`: see
    `trading.domain.broker`.

    Fills `equity` (n,) and the first columns of `trades` (TRADE_ROWS, as many as there can be), but
    for FEE; gives the number of trades, and of entries the cash could not pay for. `version` is of
    the calculation: see `trading.domain.calculation`.
    """
    n = len(close)
    k = 0  # trades begun; the open one is k - 1
    dropped = 0
    size = 0.0
    entry_price = stop = target = best = ruin = 0.0
    stop_kind = leaving = NONE
    entering = 0.0
    fraction = next_stop = next_target = 0.0
    next_kind = NONE
    decided_at = trailing = time_stop = next_trailing = next_time_stop = 0.0
    last_stops = stops.shape[1] - 1
    equity[0] = cash
    i = 0
    while i < n - 1:
        i += 1
        # Bars on which nothing can happen are passed over: most of them.
        if leaving == NONE and entering == 0.0:
            if size == 0.0:
                found = first_entry(long_entry, short_entry, min(max(i, first), n - 1), n - 1)
                equity[i:found] = cash
                i = found
            elif trailing <= 0:
                until = n - 1
                if time_stop > 0:
                    until = max(i, min(until, int(trades[ENTRY_BAR, k - 1] + time_stop) - 1))
                if size > 0:
                    i = hold(
                        high, low, close, short_entry, long_exit, i, until, cash, size, entry_price,
                        max(stop, ruin), target if target > 0 else np.inf, equity,
                    )  # fmt: skip
                else:
                    above = min(stop if stop > 0 else np.inf, ruin if ruin > 0 else np.inf)
                    i = hold(
                        high, low, close, long_entry, short_exit, i, until, cash, size, entry_price,
                        target, above, equity,
                    )  # fmt: skip
        price = open_[i]
        if leaving != NONE:
            cash = leave(trades, k - 1, i, price, leaving, cash, commission)
            size = 0.0
            leaving = NONE
        if entering != 0.0:
            filled = price * (1 + entering * spread)
            units = whole_units(cash, fraction, price, filled, commission, leverage)
            if units > 0:
                size = entering * units
                entry_price = filled
                cash -= units * filled * commission
                trades[ENTRY_BAR, k] = i
                trades[SIZE, k] = size
                trades[ENTRY_PRICE, k] = filled
                k += 1
                stop, target, stop_kind, best = next_stop, next_target, next_kind, decided_at
                trailing, time_stop = next_trailing, next_time_stop
                ruin = ruin_price(cash, size, filled) if version > 1 else 0.0
            else:
                dropped += 1
            entering = 0.0
        if size != 0.0:
            if ruin > 0 and ruined(size, high[i], low[i], stop, ruin):
                worst = min(price, ruin) if size > 0 else max(price, ruin)
                leave(trades, k - 1, i, worst, RUIN, cash, commission)
                equity[i:] = 0.0
                return k, dropped
            out, by_target = touched(size, price, high[i], low[i], stop, target)
            if out > 0:
                reason = TARGET if by_target else stop_kind
                cash = leave(trades, k - 1, i, out, reason, cash, commission)
                size = 0.0
        worth = cash + (close[i] * size - size * entry_price)
        equity[i] = worth
        if worth <= 0:
            if size != 0.0:
                leave(trades, k - 1, i, close[i], RUIN, cash, commission)
            equity[i:] = 0.0
            return k, dropped
        # What is decided on the last bar could only be filled with hindsight.
        if i < first or i == n - 1:
            continue
        if size != 0.0:
            back = short_entry[i] if size > 0 else long_entry[i]
            if back or (long_exit[i] if size > 0 else short_exit[i]):
                leaving = SIGNAL
            elif time_stop > 0 and i - trades[ENTRY_BAR, k - 1] + 1 >= time_stop:
                leaving = TIME
            elif trailing > 0:
                best = max(best, close[i]) if size > 0 else min(best, close[i])
                moved = best * (1 - trailing) if size > 0 else best * (1 + trailing)
                if (moved > stop) if size > 0 else (moved < stop):
                    stop, stop_kind = moved, TRAILING
            if back:
                entering = -1.0 if size > 0 else 1.0
        elif long_entry[i]:
            entering = 1.0
        elif short_entry[i]:
            entering = -1.0
        if entering != 0.0:
            decided_at = close[i]
            fraction = min(sizes[i], ALL_IN)
            at = min(i, last_stops)
            take_profit, next_trailing, next_time_stop = stops[1, at], stops[2, at], stops[3, at]
            next_stop, next_kind = first_stop(decided_at, entering, stops[0, at], next_trailing)
            next_target = decided_at * (1 + entering * take_profit) if take_profit > 0 else 0.0
    if size != 0.0 and version > 1:
        trades[EXIT_BAR, k - 1] = n - 1
        trades[EXIT_PRICE, k - 1] = close[n - 1]
        trades[REASON, k - 1] = OPEN
    elif size != 0.0:  # backtesting.py's `finalize_trades`: at the last bar's open
        cash = leave(trades, k - 1, n - 1, open_[n - 1], END, cash, commission)
        equity[n - 1] = max(cash, 0.0)
    return k, dropped
