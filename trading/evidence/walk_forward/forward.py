"""A walk forward: each fold tuned on its past, all of them played as one backtest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.backtest import relative
from trading.backtest.run import Result, run_backtest
from trading.domain.calculation import judges_by_noise
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.fixed_order import dot
from trading.evidence.folds import Fold, Span, Way, first_share, folds, untuned_share
from trading.evidence.walk_forward.past import Past, Setting, past_of
from trading.strategies.search import Row, unaware
from trading.strategies.signals import STOPS, Signals, compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache, Plan

# Walk-forward efficiency: how much of what was earned in sample is earned after it.

Floats = NDArray[np.float64]

FoldReturns = tuple[Floats, Floats]
"""Net returns a bar of the tuned strategy: on the bars it was tuned on, on those after them."""


def walk_forward_efficiency(folds: Sequence[FoldReturns]) -> Answer:
    """The annual return out of sample over that in sample; 1: all of it was kept.

    Pardo, "The Evaluation and Optimization of Trading Strategies", 2nd ed., Wiley 2008, ch. 11:
    annualised profit over annualised profit, both as mean returns a bar, so the year cancels. The
    in-sample means count as many bars as their fold has out of sample: both sides weigh the folds
    alike. `in_sample_loss` where nothing was earned in sample: a ratio of losses says nothing.
    `details`: `in_sample` and `out_of_sample` mean return a bar, `folds`, `earning` (folds that
    earn out of sample), `bars` out of sample.
    """
    if not folds:
        return unknown("no_folds")
    if any(len(part) == 0 for fold in folds for part in fold):
        return unknown("too_short", bars=0, needed=1)
    if not all(np.isfinite(part).all() for fold in folds for part in fold):
        return unknown("not_finite")
    bars = np.array([len(after) for _, after in folds])
    before, after = np.array([[one.mean(), two.mean()] for one, two in folds]).T
    weights = bars / bars.sum()
    inside, outside = dot(before, weights), dot(after, weights)
    details = {
        "in_sample": inside,
        "out_of_sample": outside,
        "folds": len(folds),
        "earning": int(np.count_nonzero(after > 0)),
        "bars": int(bars.sum()),
    }
    if inside <= 0:
        return unknown("in_sample_loss", **details)
    return known(outside / inside, **details)


# The signals of a strategy whose parameters change from fold to fold.

RULES = ("long_entry", "long_exit", "short_entry", "short_exit")

Piece = tuple[Mapping[str, float], Span]
"""Values of the parameters, and the bars at whose close they decide."""


def composite(spec: StrategySpec, window: IndicatorCache, pieces: Sequence[Piece]) -> Signals:
    """What `spec` says with the parameters of each piece on its bars, and nothing elsewhere.

    A position that is open where a piece ends is left by the rules of the next one, or by the
    stops it was entered with. Raises RuleError as `compute_signals` does.
    """
    plan, bars = Plan(spec), window.bars
    rules = np.zeros((len(RULES), bars), dtype=bool)
    size, stops = np.ones(bars), np.zeros((len(STOPS), bars))
    warmups = []
    for values, (begin, end) in pieces:
        said = compute_signals(plan, window.frame, cache=window, parameters=values)
        for name, rule in zip(RULES, rules, strict=True):
            rule[begin:end] = getattr(said, name)[begin:end]
        size[begin:end] = said.size[begin:end]
        stops[:, begin:end] = said.stop_rows()
        warmups.append(said.warmup)
    changing = stops if stops.any() else None
    long_entry, long_exit, short_entry, short_exit = rules
    return Signals(
        long_entry, long_exit, short_entry, short_exit, size, min(warmups), stops=changing,
        fractions=spec.fractions,
    )  # fmt: skip


WAYS: tuple[Way, Way] = ("anchored", "rolling")
TUNING = 0
"""The part of the seed that all folds share: they draw the same sets, so that few are tried."""


@dataclass(frozen=True, eq=False)
class TunedFold:
    """A fold, what was tuned on its past, every set looked at, and the returns a bar there."""

    fold: Fold
    parameters: Mapping[str, float]
    rows: list[Row]
    inside: Floats


@dataclass(frozen=True, eq=False)
class Forward:
    """One backtest over all bars out of sample.

    `returns` are net a bar, `market` those of the prices, both (bars out of sample,).
    """

    folds: tuple[TunedFold, ...]
    signals: Signals
    result: Result
    returns: Floats
    market: Floats
    tuned: bool = True

    @property
    def sides(self) -> list[tuple[Floats, Floats]]:
        """The returns of each fold, in sample and out of it."""
        first = self.folds[0].fold.after[0]
        return [
            (one.inside, self.returns[one.fold.after[0] - first : one.fold.after[1] - first])
            for one in self.folds
        ]

    @property
    def efficiency(self) -> Answer:
        if not self.tuned:
            return unknown("not_tuned")
        return walk_forward_efficiency(self.sides)

    def told(self, way: Way) -> list[dict[str, Any]]:
        """The folds as plain JSON."""
        return [
            {
                "way": way,
                "before": list(one.fold.before),
                "after": list(one.fold.after),
                "parameters": dict(one.parameters),
                "in_sample": float(inside.mean()),
                "out_of_sample": float(outside.mean()),
            }
            for one, (inside, outside) in zip(self.folds, self.sides, strict=True)
        ]


def longest_lookback(spec: StrategySpec) -> int:
    """Of the spec with any values that its parameters may have."""
    highest = {name: one.at(one.steps) for name, one in spec.parameters.items()}
    return max(Plan(spec).longest_lookback(values)[0] for values in (spec.values, highest))


def both_ways(spec: StrategySpec, setting: Setting) -> dict[Way, Forward] | Answer:
    """The walk forward, anchored and rolling; `too_short` where the bars allow no folds.

    Raises RuleError for a spec that cannot be computed, BacktestError for one that cannot be
    played.
    """
    anchored, rolling = (_folds(spec, setting, way) for way in WAYS)
    if isinstance(anchored, Answer):
        return anchored
    if isinstance(rolling, Answer):
        return rolling
    # Both ways end their pasts on the same bars: what is computed of them is shared, then let go.
    pairs = [_tuned(spec, setting, *pair) for pair in zip(anchored, rolling, strict=True)]
    return {
        way: _played(spec, setting, list(tuned))
        for way, tuned in zip(WAYS, zip(*pairs, strict=True), strict=True)
    }


def _folds(spec: StrategySpec, setting: Setting, way: Way) -> list[Fold] | Answer:
    bars = setting.window.bars
    if setting.as_written:
        lookback = Plan(spec).longest_lookback(spec.values)[0]
        share = untuned_share(bars, lookback)
    else:
        lookback = longest_lookback(spec)
        if not judges_by_noise(setting.calculation):
            return folds(bars, way=way, lookback=lookback)
        share = first_share(bars, lookback)
    return folds(bars, way=way, lookback=lookback, first_share=share, purged=False)


def _tuned(spec: StrategySpec, setting: Setting, *ways: Fold) -> list[TunedFold]:
    """The folds of all ways, which differ in where their past begins, if at all."""
    window = past_of(setting, ways[0].before[1])
    found: dict[Span, TunedFold] = {}
    for fold in ways:
        if fold.before not in found:
            past = Past(spec, window, fold.before, setting)
            values, rows = _values_of(spec, past, setting)
            found[fold.before] = TunedFold(fold, values, rows, past.returns(values))
    return [found[fold.before] for fold in ways]


def _values_of(
    spec: StrategySpec, past: Past, setting: Setting
) -> tuple[Mapping[str, float], list[Row]]:
    """What a fold is played with, and every set that was looked at for it."""
    if setting.as_written:
        return spec.values, past.rows([spec.values])
    # The spec's own values were chosen on bars after this past.
    start = unaware(spec)
    tuned = past.tuned(setting.seeds(start, TUNING), start)
    return tuned.spec.values, tuned.rows or past.rows([tuned.spec.values])


def _played(spec: StrategySpec, setting: Setting, tuned: list[TunedFold]) -> Forward:
    """The tuned sets, each from the close before its bars on, so that it enters on the first."""
    pieces: list[Piece] = [
        (one.parameters, (one.fold.after[0] - 1, one.fold.after[1] - 1)) for one in tuned
    ]
    signals = composite(spec, setting.window, pieces)
    trade_from = pieces[0][1][0]
    result = run_backtest(
        setting.frame, signals, bars_per_year=setting.bars_per_year, trade_from=trade_from,
        engine="auto", **setting.money,
    )  # fmt: skip
    returns = relative.returns(result.equity[trade_from:])
    market = relative.returns(setting.frame["Close"].to_numpy(np.float64)[trade_from:])
    return Forward(tuple(tuned), signals, result, returns, market, not setting.as_written)
