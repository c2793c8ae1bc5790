"""What a backtest measures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Metrics:
    """A strategy's figures over the bars it could trade on, and buy-and-hold's beside them.

    Fractions are fractions (0.1 is 10 %), money is in the currency of the cash, "annual" is by
    the bars a year. None where a figure is undefined (no trades, no spread of returns): never
    NaN, never infinite. The formulae: `trading.backtest.measure`.
    """

    sharpe_ratio: float | None  # mean / sd (ddof 1) of net returns a bar, * sqrt(bars a year)
    annual_return: float | None  # compounded
    volatility: float | None  # annual: sd of net returns a bar * sqrt(bars a year)
    total_return: float | None
    max_drawdown: float | None  # <= 0: the deepest fall from a peak, as a fraction of the peak
    win_rate: float | None  # 0..1: trades with a net profit
    profit_factor: float | None  # sum of the winners' returns / sum of the losers'
    avg_trade_duration: float | None  # bars from entry to exit
    exposure: float | None  # 0..1 of the bars, those of entry and exit included
    sortino: float | None  # annual return / annual downside deviation from 0
    calmar: float | None  # annual return / depth of the deepest drawdown
    turnover: float | None  # a year: value bought and sold / mean equity
    costs_paid: float  # money
    total_trades: int
    bars: int
    final_equity: float  # money
    return_over_volatility: float | None  # what backtesting.py prints as "Sharpe Ratio"
    buy_hold_return: float | None
    buy_hold_sharpe: float | None
    buy_hold_max_drawdown: float | None  # <= 0
