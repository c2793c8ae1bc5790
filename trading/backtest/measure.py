"""The formulae of the metrics, compiled: from equity, trades and closes to numbers.

Returns are net, simple, a bar: e[t] / e[t-1] - 1 over the bars from `start` on, so m bars give
m - 1 returns. `a` is the number of bars a year. Where a figure is undefined it is NaN.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trading.backtest.kernel import (
    ENTRY_BAR,
    ENTRY_PRICE,
    EXIT_BAR,
    EXIT_PRICE,
    FEE,
    OPEN,
    REASON,
    SIZE,
)
from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]

# The places of what is measured, in the order of the fields of domain.metrics.Metrics.
FIGURES = 20
(
    SHARPE,
    ANNUAL_RETURN,
    VOLATILITY,
    TOTAL_RETURN,
    MAX_DRAWDOWN,
    WIN_RATE,
    PROFIT_FACTOR,
    DURATION,
    EXPOSURE,
    SORTINO,
    CALMAR,
    TURNOVER,
    COSTS,
    TRADES,
    BARS,
    FINAL_EQUITY,
    RETURN_OVER_VOLATILITY,
    HOLD_RETURN,
    HOLD_SHARPE,
    HOLD_DRAWDOWN,
) = range(FIGURES)


@compiled
def course(values: Floats, start: int, returns: Floats) -> tuple[float, float, float, float, float]:
    """Of the returns from bar `start` on, which it fills in (bars - 1,): mean, standard deviation
    (ddof 1) and downside deviation from 0. Of the values: their sum, and the deepest fall from a
    peak as a fraction of the peak, <= 0.

    Sums that do not wait for each other go side by side: each goes from its first term to its last.
    """
    count = len(returns)
    before, after = values[start : start + count], values[start + 1 :]
    for t in range(count):
        # After ruin nothing moves any more.
        returns[t] = after[t] / before[t] - 1 if before[t] > 0 else 0.0
    peak = lowest = worth = values[start]
    total = below = squares = worst = 0.0
    for t in range(count):
        total += returns[t]
        below += min(returns[t], 0.0) ** 2
        worth += after[t]
    mean = total / count
    for t in range(count):
        squares += (returns[t] - mean) ** 2
        value = after[t]
        if value > peak:
            worst = min(worst, lowest / peak - 1)  # division keeps order: the lowest is enough
            peak = lowest = value
        elif value < lowest:
            lowest = value
    worst = min(worst, lowest / peak - 1)
    if count < 1:
        return math.nan, math.nan, math.nan, worth, worst
    spread = math.sqrt(squares / (count - 1)) if count > 1 else math.nan
    return mean, spread, math.sqrt(below / count), worth, worst


@compiled
def ratio(above: float, below: float, version: int) -> float:
    """above / below; NaN when there is nothing below: what is only rounding is nothing."""
    least = 1e-14 if version == 1 else 1e-9
    return above / below if below > least else math.nan


@compiled
def sharpe(mean: float, spread: float, a: float, version: int) -> float:
    """The annual Sharpe ratio; NaN where the returns vary by no more than written prices are
    rounded, a hundred-thousandth of their mean."""
    if version > 1 and spread <= 1e-5 * abs(mean):
        return math.nan
    return ratio(mean, spread, version) * math.sqrt(a)


@compiled
def measure_trades(trades: Floats, k: int, commission: float, out: Floats, version: int) -> float:
    """Figures of k trades into `out`; gives the value bought and sold."""
    wins = bars = held = 0
    gained = lost = costs = value = 0.0
    last = -1  # a position may be left and the next taken on the same bar: it counts once
    for j in range(k):
        size, entry, leaving = trades[SIZE, j], trades[ENTRY_PRICE, j], trades[EXIT_PRICE, j]
        begin, end = int(trades[ENTRY_BAR, j]), int(trades[EXIT_BAR, j])
        sold = 0.0 if trades[REASON, j] == OPEN else leaving  # what is open was not left
        paid = abs(size) * sold * commission + abs(size) * entry * commission + trades[FEE, j]
        profit = size * (leaving - entry) - paid
        change = math.copysign(1.0, size) * (leaving / entry - 1) - paid / (abs(size) * entry)
        wins += profit > 0
        gained += max(change, 0.0)
        lost -= min(change, 0.0)
        costs += paid
        value += abs(size) * (entry + sold)
        held += end - begin
        bars += end - max(begin, last + 1) + 1
        last = end
    out[TRADES], out[COSTS] = k, costs
    out[WIN_RATE] = wins / k if k else math.nan
    out[DURATION] = held / k if k else math.nan
    out[PROFIT_FACTOR] = ratio(gained, lost, version)
    out[EXPOSURE] = bars
    return value


@compiled
def own_sharpe(growth: float, spread: float, a: float, version: int) -> float:
    """backtesting.py's "Sharpe Ratio": compounded annual return over its annual volatility."""
    year = growth**a
    return ratio(year - 1, math.sqrt((spread**2 + growth**2) ** a - year**2), version)


@compiled
def measure(
    equity: Floats,
    returns: Floats,
    trades: Floats,
    k: int,
    start: int,
    commission: float,
    a: float,
    out: Floats,
    version: int,
) -> None:
    """All figures but buy-and-hold's into `out` (FIGURES,); the `returns` (bars - 1,) are filled
    in."""
    bars = len(equity) - start
    first, last = equity[start], equity[-1]
    mean, spread, below, worth, fall = course(equity, start, returns)
    growth = (last / first) ** (1 / (bars - 1))
    out[SHARPE] = sharpe(mean, spread, a, version)
    out[ANNUAL_RETURN] = growth**a - 1
    out[VOLATILITY] = spread * math.sqrt(a)
    out[TOTAL_RETURN] = last / first - 1
    out[MAX_DRAWDOWN] = fall
    out[SORTINO] = ratio(out[ANNUAL_RETURN], below * math.sqrt(a), version)
    out[CALMAR] = ratio(out[ANNUAL_RETURN], -out[MAX_DRAWDOWN], version)
    out[RETURN_OVER_VOLATILITY] = own_sharpe(growth, spread, a, version)
    out[BARS], out[FINAL_EQUITY] = bars, last
    value = measure_trades(trades, k, commission, out, version)
    out[EXPOSURE] /= bars
    out[TURNOVER] = value / (worth / bars) * a / (bars - 1)


@compiled
def measure_hold(close: Floats, start: int, a: float, out: Floats, version: int) -> None:
    """Buy-and-hold's figures into `out`: from the close of bar `start`, without costs."""
    returns = np.empty(len(close) - start - 1)
    mean, spread, _, _, fall = course(close, start, returns)
    out[HOLD_RETURN] = close[-1] / close[start] - 1
    out[HOLD_SHARPE] = sharpe(mean, spread, a, version)
    out[HOLD_DRAWDOWN] = fall
