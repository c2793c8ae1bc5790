"""What a walk forward comes to, in figures and in answers."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from trading.backtest.checks import within
from trading.backtest.run import run_backtest
from trading.domain.broker import CASH, Broker
from trading.domain.calculation import CURRENT, judges_by_noise
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.appraisal import hedged
from trading.evidence.bootstrap import intervals
from trading.evidence.permutation import entry_permutation
from trading.evidence.sharpe import Moments, moments, probabilistic_sharpe_ratio
from trading.evidence.track_record import minimum_track_record
from trading.evidence.walk_forward.forward import Forward
from trading.evidence.walk_forward.setting import Setting
from trading.strategies.signals import Signals
from trading.strategies.spec import StrategySpec

# Does it still earn when trading costs twice as much?

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


# Is there enough to judge at all?

TRADES = 30
FEW_TRADES = 10
"""Trades that are enough where the record is as long as its Sharpe ratio asks for."""


def enough_evidence(trades: int, judged: Moments | None, *, confidence: float = 0.95) -> Answer:
    """1 where `trades` and the bars of `judged` are enough; else no value, and what would be.

    Enough are 30 trades, or 10 on at least MinTRL bars (against a ratio of zero at `confidence`).
    `few_trades`: more trades are the only way; `short_record`: more bars at this ratio would do as
    well. Never a pass. `details`: `trades`, `bars`, `needed` trades, `needed_bars` where known.
    """
    record = minimum_track_record(judged, confidence=confidence)
    bars = judged.bars if judged is not None else 0
    details: dict[str, float] = {"trades": trades, "bars": bars, "needed": TRADES}
    if record.value is not None:
        details["needed_bars"] = math.ceil(record.value)
    if trades >= TRADES or (trades >= FEW_TRADES and record.details.get("enough") == 1):
        return known(1.0, **details)
    if trades >= FEW_TRADES and record.known:
        return unknown("short_record", **details)
    return unknown("few_trades", **details)


PERMUTING, RESAMPLING = 1, 2  # parts of the seed
JUDGED = ("permutation_p", "efficiency", "double_cost_sharpe", "enough_evidence")
SHOWN = ("sharpe_interval", "drawdown_interval", "min_track_record")
APPRAISED = ("appraisal_ratio", "hedged")
PLAYED = ("sharpe_ratio", "total_trades", "max_drawdown", "total_return")

Answers = dict[str, Answer]


def played(forward: Forward, known_moments: Moments | None) -> dict[str, Any]:
    """The figures of the backtest out of sample, the Sharpe ratio a year's."""
    metrics = forward.result.metrics
    return {name: getattr(metrics, name) for name in PLAYED} | {
        "psr": probabilistic_sharpe_ratio(known_moments)
    }


def judged(
    spec: StrategySpec, forward: Forward, setting: Setting
) -> tuple[dict[str, Any], Answers]:
    """The figures that gates judge, and the answers behind them, by name."""
    certain = moments(forward.returns)
    found = answers(spec, forward, setting, certain)
    figures = played(forward, certain) | {name: found[name].value for name in JUDGED}
    figures |= {"moments": list(certain) if certain else None}
    return figures | _appraised(forward, setting), found


def _appraised(forward: Forward, setting: Setting) -> dict[str, Any]:
    """What is earned beyond the market: its ratio, a year's, and the moments it rests on."""
    if not judges_by_noise(setting.calculation):
        return {}
    beyond = moments(hedged(forward.returns, forward.market))
    ratio = beyond.ratio * setting.root if beyond else None
    return dict(zip(APPRAISED, (ratio, list(beyond) if beyond else None), strict=True))


def answers(
    spec: StrategySpec, forward: Forward, setting: Setting, certain: Moments | None
) -> Answers:
    """The statistics of the joined series; Sharpe ratios are a year's."""
    result, frame = forward.result, setting.frame
    options = {**setting.money, "trade_from": result.trade_from}
    twice = sharpe_at_costs(frame, forward.signals, **options)
    spans = intervals(forward.returns, setting.rng(spec, RESAMPLING))
    return {
        "permutation_p": entry_permutation(
            frame, forward.signals, result.trades, setting.rng(spec, PERMUTING), **options
        ),
        "efficiency": forward.efficiency,
        "double_cost_sharpe": annual(twice, setting),
        "enough_evidence": enough_evidence(result.metrics.total_trades, certain),
        "sharpe_interval": annual(spans.sharpe, setting),
        "drawdown_interval": spans.drawdown,
        "min_track_record": minimum_track_record(certain),
    }


def annual(answer: Answer, setting: Setting) -> Answer:
    """A bar's Sharpe ratio, and the ends of its interval, as a year's."""
    if answer.value is None:
        return answer
    ends = {name: answer.details[name] * setting.root for name in ("low", "high")
            if name in answer.details}  # fmt: skip
    return known(answer.value * setting.root, **{**answer.details, **ends})
