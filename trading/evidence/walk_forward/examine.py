"""The evidence of one variant, as one document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trading.backtest.checks import bars_of, check_exact, check_money
from trading.domain.calculation import judges_by_noise
from trading.domain.units import unit_of
from trading.evidence.answer import Answer
from trading.evidence.folds import Way
from trading.evidence.lookahead.of_spec import spec_look_ahead
from trading.evidence.sharpe import moments
from trading.evidence.walk_forward import around, figures
from trading.evidence.walk_forward.forward import Forward, both_ways
from trading.evidence.walk_forward.setting import Setting
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec

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
    standing, beside = around.stands(spec, setting)
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
        "trials": around.trials(spec, setting, _walked(ways), beside),
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
