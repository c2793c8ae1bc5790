"""Positions played again at other bars, by the compiled backtest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.backtest import borrow, kernel, measure
from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

simulate = kernel.simulate
moments = measure.moments
charge_borrow = borrow.charge_borrow


@compiled
def play(
    open_: Floats,
    high: Floats,
    low: Floats,
    close: Floats,
    entries: Places,
    exits: Places,
    sides: Places,
    sizes: Floats,
    first: int,
    start: int,
    cash: float,
    commission: float,
    spread: float,
    leverage: float,
    fee: float,
    version: int,
    out: Floats,
) -> None:
    """The Sharpe ratio a bar (0 where nothing moves) of each row of positions into `out` (rows,).

    `entries`, `exits` and `sizes` (rows, positions): the bars at whose open a position is taken
    and left, and the fraction of equity; `sides` (positions,) 1 or -1. As signals they stand one
    bar earlier.
    """
    n = len(close)
    equity, table = np.empty(n), np.empty((kernel.TRADE_ROWS, entries.shape[1] + 1))
    long_entry, long_exit = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    short_entry, short_exit = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    fractions, no_stops = np.ones(n), np.zeros((4, 1))
    for r in range(len(entries)):
        long_entry[:] = False
        long_exit[:] = False
        short_entry[:] = False
        short_exit[:] = False
        for j in range(entries.shape[1]):
            begin, end = entries[r, j] - 1, exits[r, j] - 1
            fractions[begin] = sizes[r, j]
            if sides[j] > 0:
                long_entry[begin] = True
                long_exit[end] = True
            else:
                short_entry[begin] = True
                short_exit[end] = True
        k, _ = simulate(
            open_, high, low, close, long_entry, long_exit, short_entry, short_exit, fractions,
            first, no_stops, cash, commission, spread, leverage, equity, table, version,
        )  # fmt: skip
        charge_borrow(equity, table, k, close, fee)
        mean, deviation, _ = moments(equity, start)
        out[r] = mean / deviation if deviation > 1e-14 else 0.0
