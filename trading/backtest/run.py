"""One backtest: a frame of prices, a strategy's signals, and which engine plays them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest import kernel
from trading.backtest.borrow import charge_borrow
from trading.backtest.checks import (
    PriceArrays,
    bars_of,
    check_exact,
    check_money,
    check_signals,
    for_kernel,
)
from trading.backtest.metrics import compute_metrics, table_of
from trading.backtest.types import (
    REASONS,
    BacktestError,
    Costs,
    Engine,
    NotExact,
    Result,
    Trade,
    counted,
)
from trading.domain.broker import CASH, Broker, unit_of
from trading.domain.calculation import CURRENT
from trading.strategies.signals import Signals

__all__ = ["BacktestError", "Costs", "NotExact", "Result", "Trade", "run_backtest"]

Floats = NDArray[np.float64]


def run_backtest(
    frame: pd.DataFrame,
    signals: Signals,
    *,
    cash: float = 10_000.0,
    commission: float = 0.001,
    bars_per_year: float = 252.0,
    trade_from: int = 0,
    engine: Literal["kernel", "reference", "auto"] = "kernel",
    calculation: int = CURRENT,
    fractions: bool = False,
    broker: Broker = CASH,
) -> Result:
    """Play `signals` on the n bars of `frame`.

    Decisions are taken from bar max(`trade_from`, warmup + 1) on (as backtesting.py, which
    wants two values of each indicator) and filled at the next open; metrics are over the bars
    >= `trade_from`. `commission` is a fraction of the value, a side. Whole units are
    traded, or with `fractions` parts of one; what the spec says of it goes before.
    `broker` has spread, margin and the fee for shorts, which is charged on what either engine
    played. What is open on the last bar is valued at its close; `calculation` is the version of
    the rules.
    "auto" plays the kernel, or the reference where the kernel refuses: `Result.engine` says so.
    Raises BacktestError on impossible input, NotExact (one of them) from engine "kernel".
    """
    if engine not in ("kernel", "reference", "auto"):
        raise BacktestError("engine", value=engine)
    bars = bars_of(frame)
    check_money(
        bars=len(bars), cash=cash, commission=commission, trade_from=trade_from, broker=broker
    )
    check_signals(signals, len(bars), broker.spread)
    first = first_bar(signals, trade_from)
    unit = unit_of(fractions if signals.fractions is None else signals.fractions)
    played: Engine = "reference" if engine == "reference" else "kernel"
    if played == "kernel":
        try:
            check_exact(bars, cash / unit, broker)
        except NotExact:
            if engine == "kernel":
                raise
            played = "reference"
    if played == "kernel":
        equity, table, dropped = play(
            bars,
            signals,
            first=first,
            cash=cash / unit,
            commission=commission,
            calculation=calculation,
            broker=broker,
        )
        table[kernel.SIZE] *= unit
        trades = trades_of(table, commission)
    else:
        from trading.backtest import reference  # with backtesting.py and bokeh: most never need it

        equity, trades, dropped = reference.play(
            frame, bars, signals,
            first=first, cash=cash / unit, commission=commission, calculation=calculation,
            broker=broker,
        )  # fmt: skip
        trades = [scaled(trade, unit) for trade in trades]
        table = table_of(trades)
    equity *= unit
    charge_borrow(equity, table, len(trades), bars.close, broker.borrow)
    trades = [charged(trade, fee) for trade, fee in zip(trades, table[kernel.FEE], strict=True)]
    metrics = compute_metrics(
        equity,
        table,
        bars.close,
        commission=commission,
        bars_per_year=bars_per_year,
        trade_from=trade_from,
        calculation=calculation,
    )
    return Result(metrics, equity, tuple(trades), played, trade_from, dropped, unit)


def scaled(trade: Trade, unit: float) -> Trade:
    """A trade of so many parts of a unit, in units."""
    if unit == 1.0:
        return trade
    return replace(
        trade,
        size=counted(trade.size * unit),
        pnl=trade.pnl * unit,
        commission=trade.commission * unit,
    )


def charged(trade: Trade, fee: float) -> Trade:
    """A trade that paid a fee for borrowed units."""
    if not fee:
        return trade
    return replace(
        trade,
        pnl=trade.pnl - fee,
        return_pct=trade.return_pct - fee / (abs(trade.size) * trade.entry_price),
        commission=trade.commission + fee,
    )


def first_bar(signals: Signals, trade_from: int) -> int:
    """The first bar that may decide."""
    return max(1, trade_from, signals.warmup + 1)


def play(
    bars: PriceArrays,
    signals: Signals,
    *,
    first: int,
    cash: float,
    commission: float,
    calculation: int,
    broker: Broker = CASH,
) -> tuple[Floats, Floats, int]:
    """Run the kernel: equity (n,), table of trades (TRADE_ROWS, trades), entries dropped."""
    equity = np.empty(len(bars))
    most = np.count_nonzero(signals.long_entry) + np.count_nonzero(signals.short_entry)
    table = np.empty((kernel.TRADE_ROWS, most))
    k, dropped = simulate(
        bars, signals, first, cash, commission, broker, equity, table, calculation
    )
    return equity, table[:, :k].copy(), dropped


def simulate(
    bars: PriceArrays,
    signals: Signals,
    first: int,
    cash: float,
    commission: float,
    broker: Broker,
    equity: Floats,
    table: Floats,
    calculation: int,
) -> tuple[int, int]:
    """The kernel on our types, into the given arrays: see `kernel.simulate`."""
    return kernel.simulate(
        bars.open,
        bars.high,
        bars.low,
        bars.close,
        signals.long_entry,
        signals.long_exit,
        signals.short_entry,
        signals.short_exit,
        for_kernel(signals.size),
        first,
        signals.stop_rows(),
        float(cash),
        float(commission),
        float(broker.spread),
        float(broker.leverage),
        equity,
        table,
        calculation,
    )


def trades_of(table: Floats, commission: float) -> list[Trade]:
    """The kernel's table as trades."""
    return [
        Trade.of(int(begin), int(end), size, entry, leaving, REASONS[int(reason)], commission)
        for begin, end, size, entry, leaving, reason, _fee in table.T.tolist()
    ]
