"""The evidence of one variant, as one document."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from trading.backtest import grid
from trading.backtest.checks import bars_of, check_exact, check_money, within
from trading.backtest.run import run_backtest
from trading.domain.broker import CASH, Broker, unit_of
from trading.domain.calculation import CURRENT, judges_by_noise
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.appraisal import hedged, neighbourhood, plateau
from trading.evidence.bootstrap import intervals
from trading.evidence.folds import Way
from trading.evidence.lookahead import spec_look_ahead
from trading.evidence.permutation import entry_permutation
from trading.evidence.sharpe import (
    Moments,
    minimum_track_record,
    moments,
    probabilistic_sharpe_ratio,
)
from trading.evidence.walk_forward.forward import Forward, both_ways
from trading.evidence.walk_forward.past import Setting, past_of
from trading.strategies.signals import Signals, compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache

# The parameter sets around a variant's own, and what all sets that were tried come to.

Values = Mapping[str, float]
LEAST_BARS = 3


def stands(spec: StrategySpec, setting: Setting) -> tuple[Answer, list[dict[str, float]]]:
    """Whether the variant stands on a plateau before the holdout, and the neighbours played."""
    beside = neighbourhood(spec)
    if not beside:
        return unknown("no_neighbours"), []
    own, *others = ratios(spec, setting, [spec.values, *beside], setting.window)
    return plateau(own[0], [ratio for ratio, _ in others]), beside


def trials(
    spec: StrategySpec, setting: Setting, walked: Iterable[Values], beside: Iterable[Values]
) -> list[dict[str, Any]]:
    """Each set once, with its figures on train as those of all other trials, in order of play."""
    sources: dict[str, tuple[Values, str]] = {}
    for source, sets in (("walk_forward", walked), ("neighbour", beside)):
        for values in sets:
            sources.setdefault(json.dumps(values, sort_keys=True), (values, source))
    train = past_of(setting, setting.train_bars)
    found = ratios(spec, setting, [values for values, _ in sources.values()], train)
    return [
        {
            "parameters": dict(values),
            "sharpe_ratio": ratio,
            "total_trades": trades,
            "source": source,
        }
        for (values, source), (ratio, trades) in zip(sources.values(), found, strict=True)
    ]


def ratios(
    spec: StrategySpec, setting: Setting, sets: Sequence[Values], window: IndicatorCache
) -> list[tuple[float | None, int | None]]:
    """The annual Sharpe ratio and the trades of each set; None for one that cannot be played."""
    if window.bars < LEAST_BARS:
        return [(None, None)] * len(sets)
    found: list[tuple[float | None, int | None]] = []
    for chunk in grid.evaluate(
        spec, window.frame, sets, cache=window, bars_per_year=setting.bars_per_year,
        **setting.money,
    ):  # fmt: skip
        for row in range(len(chunk.parameters)):
            refused = row in chunk.errors
            metrics = chunk.metrics(row)
            found.append((None, None) if refused else (metrics.sharpe_ratio, metrics.total_trades))
    return found


Document = dict[str, Any]

PEEKING = 3  # a part of the seed


def examine(spec: StrategySpec, setting: Setting) -> Document:
    """Plain JSON: `segments`, `answers`, `rolling`, `folds` and `trials`.

    `segments` are the figures that gates judge, of the anchored walk and of all bars before the
    holdout; `answers` what is behind them, by "segment.figure", and three that are shown beside.
    Sharpe ratios and their intervals are a year's, returns of folds and moments a bar's. A figure
    that cannot be said is None, with its reason in `answers`. Trials have their figures on train,
    as all trials have. Raises RuleError for a spec that cannot be computed on these bars,
    BacktestError for what no engine, or not the compiled one, can play.
    """
    bars = bars_of(setting.frame)
    check_money(
        bars=len(bars), trade_from=0, cash=setting.cash, commission=setting.commission,
        broker=setting.broker,
    )  # fmt: skip
    fractions = setting.fractions if spec.fractions is None else spec.fractions
    check_exact(bars, setting.cash / unit_of(fractions), setting.broker)
    compute_signals(spec, setting.frame, cache=setting.window)
    ways = both_ways(spec, setting)
    standing, beside = stands(spec, setting)
    peeks = spec_look_ahead(
        spec, setting.frame, setting.rng(spec, PEEKING), bars_per_year=setting.window.bars_per_year
    )
    segment, answers = _judged(spec, ways, setting)
    before = {"plateau": standing, "look_ahead": peeks}
    return {
        "segments": {
            "walk_forward": segment,
            "before_holdout": {name: one.value for name, one in before.items()},
        },
        "answers": _named("walk_forward", answers, JUDGED)
        | _named("before_holdout", before, before)
        | {name: answers[name].as_plain() for name in SHOWN},
        "rolling": {} if isinstance(ways, Answer) else _rolling(ways["rolling"]),
        "folds": [one for way, forward in _pairs(ways) for one in forward.told(way)],
        "trials": trials(spec, setting, _walked(ways), beside),
    }


def _judged(
    spec: StrategySpec, ways: dict[Way, Forward] | Answer, setting: Setting
) -> tuple[Document, Answers]:
    """The figures of the anchored walk; without one, why there are none."""
    if not isinstance(ways, Answer):
        return judged(spec, ways["anchored"], setting)
    beyond = APPRAISED if judges_by_noise(setting.calculation) else ()
    names = (*PLAYED, "psr", *JUDGED, "moments", *beyond)
    return dict.fromkeys(names), dict.fromkeys((*JUDGED, *SHOWN), ways)


def _rolling(forward: Forward) -> Document:
    """What is shown beside."""
    efficiency = forward.efficiency.value
    return played(forward, moments(forward.returns)) | {"efficiency": efficiency}


def _pairs(ways: dict[Way, Forward] | Answer) -> list[tuple[Way, Forward]]:
    return [] if isinstance(ways, Answer) else list(ways.items())


def _walked(ways: dict[Way, Forward] | Answer) -> list[Mapping[str, float]]:
    """Every set that a fold looked at, in order."""
    found = [one for _, forward in _pairs(ways) for one in forward.folds]
    return [row["parameters"] for one in found for row in one.rows]


def _named(segment: str, answers: Mapping[str, Answer], names: Iterable[str]) -> Document:
    return {f"{segment}.{name}": answers[name].as_plain() for name in names}


# What a walk forward comes to, in figures and in answers.

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
