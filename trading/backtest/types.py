"""What goes into a backtest and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from trading.domain.figures import Metrics

Engine = Literal["kernel", "reference"]
Reason = Literal[
    "signal", "stop_loss", "take_profit", "trailing_stop", "time_stop", "end", "ruin",
    "open_at_the_end",
]  # fmt: skip

# The compiled kernel counts with these places.
REASONS: tuple[Reason, ...] = (
    "signal",  # an exit rule, or an entry the other way
    "stop_loss",
    "take_profit",
    "trailing_stop",
    "time_stop",
    "end",  # still open on the last bar: closed at its open (the first calculation)
    "ruin",  # the account was worth nothing
    "open_at_the_end",  # still open on the last bar: valued at its close, not left
)


@dataclass(frozen=True)
class Costs:
    """What trading costs: `commission` is a fraction of the value traded, a side."""

    commission: float = 0.001


def counted(size: float) -> float:
    """A number of units, an int where it is whole."""
    return int(size) if float(size).is_integer() else float(size)


@dataclass(frozen=True)
class Trade:
    """One position from entry to exit; bars count from 0, prices and pnl in money.

    `size` is in units, whole ones unless fractions are traded, negative when short. `entry_price`
    is with the spread. `pnl` and `return_pct` (a fraction of the value at entry) are net of what
    was paid, which `commission` sums: the commissions of both sides (of a trade that is open at the
    end of the entry alone), and the fee for borrowed units.
    """

    entry_bar: int
    exit_bar: int
    size: float
    entry_price: float
    exit_price: float
    pnl: float
    return_pct: float
    commission: float
    reason: Reason

    @classmethod
    def of(
        cls,
        entry_bar: int,
        exit_bar: int,
        size: float,
        entry_price: float,
        exit_price: float,
        reason: Reason,
        commission: float,
    ) -> Trade:
        """A trade with its profit, as backtesting.py computes it; `commission` is a fraction."""
        entering, units = abs(size) * entry_price * commission, abs(size)
        left = reason != "open_at_the_end"
        paid = units * exit_price * commission + entering if left else entering
        side = 1 if size > 0 else -1
        return cls(
            entry_bar=entry_bar,
            exit_bar=exit_bar,
            size=counted(size),
            entry_price=entry_price,
            exit_price=exit_price,
            pnl=size * (exit_price - entry_price) - paid,
            return_pct=side * (exit_price / entry_price - 1) - paid / (units * entry_price),
            commission=paid,
            reason=reason,
        )


@dataclass(frozen=True, eq=False)
class Result:
    """A backtest's outcome. `equity` has shape (n,): the account's worth at each close.

    `dropped` counts entries the cash could not pay one unit of; `unit` is what is traded at least.
    """

    metrics: Metrics
    equity: NDArray[np.float64]
    trades: tuple[Trade, ...]
    engine: Engine
    trade_from: int
    dropped: int = 0
    unit: float = 1.0
