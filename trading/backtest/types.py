"""What goes into a backtest and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from config.error_texts import N_, TranslatableError
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


# What a backtest refuses, by code, in words.


class BacktestError(TranslatableError):
    """A refusal by `code` with `params`; its text is English, `template` is translatable."""

    messages = {
        "columns": N_("prices need the columns Open, High, Low and Close; missing: %(missing)s"),
        "too_few_bars": N_(
            "a backtest needs at least %(needed)d bars to trade on; there are %(bars)d"
        ),
        "prices": N_("bar %(bar)d: %(column)s is %(value)s; prices must be finite and above 0"),
        "order": N_("dates must rise from bar to bar"),
        "shape": N_("%(name)s has %(found)d values for %(bars)d bars"),
        "size": N_("bar %(bar)d: a size of %(value)s; it must be above 0 and at most 1"),
        "fraction": N_("%(name)s is %(value)s; it must lie between %(low)s and %(high)s"),
        "whole": N_("%(name)s is %(value)s; it must be a whole number of at least %(low)d"),
        "margin": N_("a margin of %(value)s; it must be at least %(low)s and at most 1"),
        "target": N_(
            "a take_profit of %(value)s lies within the spread of %(spread)s: no order can have it"
        ),
        "engine": N_("unknown engine %(value)s; there are: kernel, reference, auto"),
        "not_exact": N_("the kernel can't follow backtesting.py exactly here: %(why)s"),
        "engines_differ": N_(
            "kernel and reference differ in %(what)s: %(kernel)s and %(reference)s"
        ),
    }

    @property
    def params(self) -> dict[str, object]:
        """What the open places of the sentence are filled with."""
        return self.values


class NotExact(BacktestError):
    """The kernel would not give the reference's result to the last digit."""

    def __init__(self, why: str) -> None:
        super().__init__("not_exact", why=why)


class PoolError(BacktestError):
    """The pool can't work: too little memory, closed, or another process's."""

    messages = {
        "no_workers": N_("%(wanted)s workers are too few: at least 1"),
        "no_memory": N_("%(available)d MiB of memory are free; one worker needs %(needed)d MiB"),
        "closed": N_("the pool of workers was closed"),
        "forked": N_("this pool of workers belongs to another process"),
        "unknown_prices": N_("no prices %(prices)s were given to the pool"),
    }


class JobFailure(BacktestError):
    """One attempt at a job failed. All but "refused" may go better another time."""

    messages = {
        "died": N_("the worker ended (%(how)s)%(said)s"),
        "deadline": N_("no result within %(seconds)s seconds; the worker was stopped"),
        "memory": N_("the job needs more memory than the %(limit)d MiB a worker may take"),
        "failed": N_("%(kind)s: %(detail)s (%(where)s)"),
        "refused": N_("%(detail)s"),
        "start": N_("a worker did not start within %(seconds)s seconds%(said)s"),
    }
