"""What goes into a backtest and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from trading.domain.metrics import Metrics

Engine = Literal["kernel", "reference"]
Reason = Literal["signal", "stop_loss", "take_profit", "trailing_stop", "time_stop", "end", "ruin"]

# The compiled kernel counts with these places.
REASONS: tuple[Reason, ...] = (
    "signal",  # an exit rule, or an entry the other way
    "stop_loss",
    "take_profit",
    "trailing_stop",
    "time_stop",
    "end",  # still open on the last bar: closed at its open
    "ruin",  # the account was worth nothing
)


@dataclass(frozen=True)
class Costs:
    """What trading costs: `commission` is a fraction of the value traded, a side."""

    commission: float = 0.001


@dataclass(frozen=True)
class Trade:
    """One position from entry to exit; bars count from 0, prices and pnl in money.

    `size` is in whole units, negative when short. `pnl` and `return_pct` (a fraction of the
    value at entry) are net of the commissions of both sides, which `commission` sums.
    """

    entry_bar: int
    exit_bar: int
    size: int
    entry_price: float
    exit_price: float
    pnl: float
    return_pct: float
    commission: float
    reason: Reason


@dataclass(frozen=True, eq=False)
class Result:
    """A backtest's outcome. `equity` has shape (n,): the account's worth at each close.

    `dropped` counts entries the cash could not pay one whole unit of.
    """

    metrics: Metrics
    equity: NDArray[np.float64]
    trades: tuple[Trade, ...]
    engine: Engine
    trade_from: int
    dropped: int = 0
