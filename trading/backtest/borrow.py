"""The fee for units sold short, charged on the positions that were recorded."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.backtest.kernel import ENTRY_BAR, EXIT_BAR, FEE, SIZE
from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]


@compiled
def charge_borrow(equity: Floats, trades: Floats, k: int, close: Floats, rate: float) -> None:
    """Take the fee of each short from `equity` (n,) and write it into the row FEE of k trades.

    From one bar to the next a short costs `rate` of its value at the close between them. Sizes do
    not depend on the fee: an account that it empties stays at zero.
    """
    trades[FEE, :k] = 0.0
    if rate <= 0:
        return
    fees = np.zeros(len(equity))
    for j in range(k):
        units = -trades[SIZE, j]
        if units > 0:
            for t in range(int(trades[ENTRY_BAR, j]), int(trades[EXIT_BAR, j])):
                fee = units * close[t] * rate
                fees[t + 1] += fee
                trades[FEE, j] += fee
    paid = 0.0
    for t in range(len(equity)):
        paid += fees[t]
        equity[t] -= paid
        if equity[t] <= 0:
            equity[t:] = 0.0
            return
