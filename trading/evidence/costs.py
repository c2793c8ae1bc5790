"""Does it still earn when trading costs twice as much?"""

from __future__ import annotations

import math

import pandas as pd

from trading.backtest.checks import within
from trading.backtest.run import run_backtest
from trading.domain.broker import CASH, Broker
from trading.domain.calculation import CURRENT
from trading.evidence.answer import Answer, known, unknown
from trading.strategies.signals import Signals

MOST = 0.1  # a side; more is refused by both engines


def sharpe_at_costs(
    frame: pd.DataFrame,
    signals: Signals,
    *,
    commission: float,
    multiple: float = 2.0,
    cash: float = 10_000.0,
    trade_from: int = 0,
    calculation: int = CURRENT,
    fractions: bool = False,
    broker: Broker = CASH,
) -> Answer:
    """The Sharpe ratio a bar of the same signals at `multiple` times the `commission`, the spread
    and the fee for shorts.

    `commission` is a fraction of the value traded, a side. Played by the kernel, or the reference
    where that refuses. `no_trades` where nothing was traded. `details`: `commission` as played,
    `trades`. Raises BacktestError as `run_backtest` does, ValueError for a negative multiple.
    """
    if not 0 <= multiple < math.inf:
        raise ValueError(f"{multiple} times the costs")
    charged = commission * multiple
    dearer = broker.dearer(multiple)
    if max(charged, dearer.spread) >= MOST or within(signals, dearer.spread):
        return unknown("too_costly", commission=charged)
    result = run_backtest(
        frame, signals, cash=cash, commission=charged, bars_per_year=1.0,
        trade_from=trade_from, engine="auto", calculation=calculation,
        fractions=fractions, broker=dearer,
    )  # fmt: skip
    trades = result.metrics.total_trades
    if trades == 0:
        return unknown("no_trades", commission=charged)
    if result.metrics.sharpe_ratio is None:
        return unknown("constant", commission=charged, trades=trades)
    return known(result.metrics.sharpe_ratio, commission=charged, trades=trades)
