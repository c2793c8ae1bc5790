"""From equity, trades and prices to Metrics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from trading.backtest import kernel, measure
from trading.backtest.types import REASONS, Trade
from trading.domain.calculation import CURRENT
from trading.domain.figures import Metrics

Floats = NDArray[np.float64]

NAMES = tuple(field.name for field in fields(Metrics))
COUNTS = ("total_trades", "bars")


def compute_metrics(
    equity: Floats,
    trades: Floats,
    close: Floats,
    *,
    commission: float,
    bars_per_year: float,
    trade_from: int = 0,
    calculation: int = CURRENT,
) -> Metrics:
    """Metrics over the bars >= `trade_from`.

    `equity` and `close` have shape (n,); `trades` (kernel.TRADE_ROWS, number of trades), as
    `table_of` makes it; `commission` is a fraction a side.
    """
    figures = np.full(measure.FIGURES, math.nan)
    returns = np.empty(len(equity) - trade_from - 1)
    measure.measure(
        equity, returns, trades, trades.shape[1], trade_from, commission, bars_per_year, figures,
        calculation,
    )  # fmt: skip
    measure.measure_hold(close, trade_from, bars_per_year, figures, calculation)
    return metrics_of(figures)


def metrics_of(figures: Floats) -> Metrics:
    """The measured figures by name, None where undefined."""
    values = (float(value) if math.isfinite(value) else None for value in figures)
    named = dict(zip(NAMES, values, strict=True))
    return Metrics(**{**named, **{name: int(named[name] or 0) for name in COUNTS}})  # type: ignore[arg-type]


def table_of(trades: Sequence[Trade]) -> Floats:
    """Trades as the kernel writes them: (kernel.TRADE_ROWS, number of trades)."""
    table = np.zeros((kernel.TRADE_ROWS, len(trades)))
    for j, trade in enumerate(trades):
        table[:, j] = (
            trade.entry_bar, trade.exit_bar, trade.size, trade.entry_price, trade.exit_price,
            REASONS.index(trade.reason), 0.0,
        )  # fmt: skip
    return table
