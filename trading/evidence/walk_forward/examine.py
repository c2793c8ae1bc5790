"""The evidence of one variant, as one document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trading.backtest import grid
from trading.backtest.checks import bars_of, check_exact, check_money
from trading.domain.calculation import judges_by_noise
from trading.domain.units import unit_of
from trading.evidence.answer import Answer, unknown
from trading.evidence.folds import Way
from trading.evidence.lookahead import spec_look_ahead
from trading.evidence.plateau import neighbourhood, plateau
from trading.evidence.sharpe import moments
from trading.evidence.walk_forward import figures
from trading.evidence.walk_forward.forward import Forward, both_ways
from trading.evidence.walk_forward.past import past_of
from trading.evidence.walk_forward.setting import Setting
from trading.strategies.signals import compute_signals
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
        "answers": _named("walk_forward", answers, figures.JUDGED)
        | _named("before_holdout", before, before)
        | {name: answers[name].as_plain() for name in figures.SHOWN},
        "rolling": {} if isinstance(ways, Answer) else _rolling(ways["rolling"]),
        "folds": [one for way, forward in _pairs(ways) for one in forward.told(way)],
        "trials": trials(spec, setting, _walked(ways), beside),
    }


def _judged(
    spec: StrategySpec, ways: dict[Way, Forward] | Answer, setting: Setting
) -> tuple[Document, figures.Answers]:
    """The figures of the anchored walk; without one, why there are none."""
    if not isinstance(ways, Answer):
        return figures.judged(spec, ways["anchored"], setting)
    beyond = figures.APPRAISED if judges_by_noise(setting.calculation) else ()
    names = (*figures.PLAYED, "psr", *figures.JUDGED, "moments", *beyond)
    return dict.fromkeys(names), dict.fromkeys((*figures.JUDGED, *figures.SHOWN), ways)


def _rolling(forward: Forward) -> Document:
    """What is shown beside."""
    efficiency = forward.efficiency.value
    return figures.played(forward, moments(forward.returns)) | {"efficiency": efficiency}


def _pairs(ways: dict[Way, Forward] | Answer) -> list[tuple[Way, Forward]]:
    return [] if isinstance(ways, Answer) else list(ways.items())


def _walked(ways: dict[Way, Forward] | Answer) -> list[Mapping[str, float]]:
    """Every set that a fold looked at, in order."""
    found = [one for _, forward in _pairs(ways) for one in forward.folds]
    return [row["parameters"] for one in found for row in one.rows]


def _named(segment: str, answers: Mapping[str, Answer], names: Iterable[str]) -> Document:
    return {f"{segment}.{name}": answers[name].as_plain() for name in names}
