"""What both engines refuse before they play a bar."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from trading.backtest.types import BacktestError, NotExact
from trading.domain.broker import CASH, LEAST_MARGIN, MOST_BORROW, MOST_SPREAD, Broker
from trading.strategies.signals import STOPS, FixedStops, Signals

Floats = NDArray[np.float64]

COLUMNS = ("Open", "High", "Low", "Close")
LEAST_BARS = 3  # one to decide at, one to enter on, one to leave on
LEAST_FRACTION = 1e-6  # a stop this near is still another price than the close
EXACT_UNITS = 2.0**53  # beyond it a float64 skips whole numbers


@dataclass(frozen=True)
class PriceArrays:
    """Prices as arrays of shape (n,), as compiled code takes them."""

    open: Floats
    high: Floats
    low: Floats
    close: Floats

    def __len__(self) -> int:
        return len(self.close)


def for_kernel(values: ArrayLike) -> Floats:
    """Values as the type of array that compiled code is made for: of read-only ones, or with gaps,
    all would be compiled again."""
    return np.require(values, np.float64, ["C", "W"])


def bars_of(frame: pd.DataFrame) -> PriceArrays:
    """The prices of a frame; refused when a column is missing or a price is impossible."""
    missing = [name for name in COLUMNS if name not in frame]
    if missing:
        raise BacktestError("columns", missing=", ".join(missing))
    if not (frame.index.is_monotonic_increasing and frame.index.is_unique):
        raise BacktestError("order")
    arrays = [for_kernel(frame[name]) for name in COLUMNS]
    for name, values in zip(COLUMNS, arrays, strict=True):
        bad = ~(np.isfinite(values) & (values > 0))
        if bad.any():
            bar = int(bad.argmax())
            raise BacktestError("prices", bar=bar, column=name, value=float(values[bar]))
    return PriceArrays(*arrays)


def check_signals(signals: Signals, bars: int, spread: float = 0.0) -> None:
    """Shapes, sizes where there are entries, and stops."""
    for name in ("long_entry", "long_exit", "short_entry", "short_exit", "size"):
        found = len(getattr(signals, name))
        if found != bars:
            raise BacktestError("shape", name=name, found=found, bars=bars)
    if signals.stops is not None and signals.stops.shape != (len(STOPS), bars):
        raise BacktestError("shape", name="stops", found=signals.stops.shape[-1], bars=bars)
    wrong = ~((signals.size > 0) & (signals.size <= 1)) & (signals.long_entry | signals.short_entry)
    if wrong.any():
        bar = int(wrong.argmax())
        raise BacktestError("size", bar=bar, value=float(signals.size[bar]))
    check_stops(signals, spread)


def check_stops(signals: Signals, spread: float = 0.0) -> None:
    """As `check_fixed_stops`, for all that a position may begin with."""
    if signals.stops is None:
        check_fixed_stops(signals.fixed_stops, spread)
        return
    for column in np.unique(signals.stops, axis=1).T.tolist():
        check_fixed_stops(FixedStops(*(value or None for value in column)), spread)


def check_fixed_stops(stops: FixedStops, spread: float = 0.0) -> None:
    """Stops are fractions of a price; a time stop is a whole number of bars. A target lies beyond
    the spread: backtesting.py takes no other."""
    for name, high in (("stop_loss", 1.0), ("trailing_stop", 1.0), ("take_profit", math.inf)):
        value = getattr(stops, name)
        if value is not None and not LEAST_FRACTION <= value < high:
            raise BacktestError("fraction", name=name, value=value, low=LEAST_FRACTION, high=high)
    target = stops.take_profit
    if target is not None and target < spread + LEAST_FRACTION and spread:
        raise BacktestError("target", value=target, spread=spread)
    if stops.time_stop is not None and (stops.time_stop < 1 or stops.time_stop % 1):
        raise BacktestError("whole", name="time_stop", value=stops.time_stop, low=1)


def within(signals: Signals, spread: float) -> float:
    """A target that lies within the spread, 0.0 where there is none."""
    if not spread:
        return 0.0
    targets = signals.stop_rows()[1]
    return float(next((each for each in targets if 0 < each < spread + LEAST_FRACTION), 0.0))


def check_money(
    *, bars: int, cash: float, commission: float, trade_from: int, broker: Broker = CASH
) -> None:
    """Cash, costs, and enough bars from `trade_from` on."""
    if not 0 < cash < math.inf:
        raise BacktestError("fraction", name="cash", value=cash, low=0, high=math.inf)
    if not 0 <= commission < 0.1:  # backtesting.py's own bound
        raise BacktestError("fraction", name="commission", value=commission, low=0, high=0.1)
    check_broker(broker)
    if trade_from < 0:
        raise BacktestError("whole", name="trade_from", value=trade_from, low=0)
    if bars - trade_from < LEAST_BARS:
        raise BacktestError("too_few_bars", needed=LEAST_BARS, bars=max(0, bars - trade_from))


def check_broker(broker: Broker) -> None:
    """Each term within its bounds."""
    if not 0 <= broker.spread < MOST_SPREAD:
        raise BacktestError("fraction", name="spread", value=broker.spread, low=0, high=MOST_SPREAD)
    if not LEAST_MARGIN <= broker.margin <= 1:
        raise BacktestError("margin", value=broker.margin, low=LEAST_MARGIN)
    if not 0 <= broker.borrow < MOST_BORROW:
        raise BacktestError("fraction", name="borrow", value=broker.borrow, low=0, high=MOST_BORROW)


def check_exact(bars: PriceArrays, cash: float, broker: Broker = CASH) -> None:
    """Refuse what the kernel's float64 arithmetic can't do as Python's whole numbers do."""
    if (
        cash * broker.leverage / float(bars.open.min()) * 1024 >= EXACT_UNITS
    ):  # leaves room for 1024-fold gains
        raise NotExact("positions of more units than a float64 can count")
