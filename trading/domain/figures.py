"""The figures there are: where gates judge each, between what it lies, and as what it is read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["share", "count", "money", "ratio"]
_PLAYED = ("train", "validation")
_ANY, _PART, _SIZE = (-math.inf, math.inf), (0.0, 1.0), (0.0, math.inf)


class Figure(NamedTuple):
    """A figure; where no gate judges it, `segments` is empty. `bounds` are of its size."""

    kind: Kind
    bounds: tuple[float, float] = _ANY
    segments: tuple[str, ...] = _PLAYED


_WALKED = (*_PLAYED, "walk_forward")
_AHEAD = ("walk_forward",)
_BEFORE = ("before_holdout",)

FIGURES: Mapping[str, Figure] = {
    # Of a backtest (trading/domain/figures.py).
    "sharpe_ratio": Figure("ratio", segments=_WALKED),
    "annual_return": Figure("share"),
    "volatility": Figure("share", _SIZE),
    "total_return": Figure("share", segments=_WALKED),
    "max_drawdown": Figure("share", _SIZE, _WALKED),
    "win_rate": Figure("share", _PART),
    "profit_factor": Figure("ratio", _SIZE),
    "avg_trade_duration": Figure("ratio", _SIZE),
    "exposure": Figure("share", _PART),
    "sortino": Figure("ratio"),
    "calmar": Figure("ratio"),
    "turnover": Figure("ratio", _SIZE),
    "costs_paid": Figure("money", _SIZE),
    "total_trades": Figure("count", _SIZE, _WALKED),
    "bars": Figure("count", _SIZE),
    "final_equity": Figure("money", _SIZE),
    "return_over_volatility": Figure("ratio"),
    "buy_hold_return": Figure("share"),
    "buy_hold_sharpe": Figure("ratio"),
    "buy_hold_max_drawdown": Figure("share"),
    "dropped": Figure("count", segments=()),
    # How probable it is that the true Sharpe ratio is above zero, or above the best of so many by
    # luck.
    "psr": Figure("share", _PART, _WALKED),
    "psr_above_luck": Figure("share", _PART),
    # Of the joined returns out of sample.
    "dsr": Figure("share", _PART, _AHEAD),
    "luck_p": Figure("share", _PART, _AHEAD),
    "appraisal_ratio": Figure("ratio", segments=_AHEAD),
    "permutation_p": Figure("share", _PART, _AHEAD),
    "efficiency": Figure("share", segments=_AHEAD),
    "double_cost_sharpe": Figure("ratio", segments=_AHEAD),
    "enough_evidence": Figure("ratio", _PART, _AHEAD),
    # Of the bars before the holdout, and of all trials together.
    "plateau": Figure("share", segments=_BEFORE),
    "look_ahead": Figure("count", _SIZE, _BEFORE),
    "pbo": Figure("share", _PART, ("trials",)),
    "combined_p": Figure("share", segments=()),
}
"""The holdout is no gate's: it is opened when all are passed."""

SEGMENTS = ("train", "validation", "walk_forward", "before_holdout", "trials")

FIGURES_OF: Mapping[str, frozenset[str]] = {
    segment: frozenset(name for name, one in FIGURES.items() if segment in one.segments)
    for segment in SEGMENTS
}
"""What a gate can judge, by where."""

JUDGED = frozenset().union(*FIGURES_OF.values())
"""What any gate can judge."""


# What a backtest measures.


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
