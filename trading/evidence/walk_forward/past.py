"""Tuning on the past of a fold: the bars after it are not even there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.checks import bars_of
from trading.backtest.grid import Player
from trading.domain.broker import CASH, Broker, unit_of
from trading.domain.calculation import CURRENT, tunes_cautiously
from trading.domain.figures import Metrics
from trading.evidence.folds import LEAST, Span
from trading.strategies.search import Row, Tuned, plateau_search
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.table import IndicatorCache

Floats = NDArray[np.float64]

Document = dict[str, Any]

INDICATOR_BYTES = 32 * 1024 * 1024


def past_of(setting: Setting, end: int) -> IndicatorCache:
    """The bars before `end`, and no other."""
    year = setting.window.bars_per_year
    return IndicatorCache(setting.frame.iloc[:end], INDICATOR_BYTES, year)


class Past:
    """A spec's parameter sets on the bars `before` a fold, the last of which `past` ends with.

    Indicators have the bars before the span as well, if there are any; figures have not.
    """

    def __init__(
        self, spec: StrategySpec, past: IndicatorCache, before: Span, setting: Setting
    ) -> None:
        if past.bars != before[1]:
            raise ValueError(f"{past.bars} bars for a past that ends at {before[1]}")
        self._begin = before[0]
        self._player = Player(
            spec, past, bars_of(past.frame), setting.cash, setting.commission,
            setting.bars_per_year, before[0], setting.calculation,
            unit_of(setting.fractions if spec.fractions is None else spec.fractions),
            setting.broker,
        )  # fmt: skip
        self._cautious = tunes_cautiously(setting.calculation)

    def tuned(self, seed: Sequence[int], start: StrategySpec) -> Tuned:
        """The spec with the parameters that a search from `start` on these bars prefers.

        Since the fourth calculation it is left only for what is better by a standard error of the
        difference (`is_better`).
        """
        search = plateau_search(start, seed)
        try:
            asked = next(search)
            while True:
                asked = search.send(self.rows(asked))
        except StopIteration as end:
            found: Tuned = end.value
            if not self._cautious or self._is_better(found.spec.values, start.values):
                return found
            return found._replace(spec=start)

    def _is_better(self, values: Mapping[str, float], than: Mapping[str, float]) -> bool:
        return is_better(self.returns(values), self.returns(than))

    def rows(self, sets: Sequence[Mapping[str, float]]) -> list[Row]:
        """What each set comes to; one that is refused has no figures."""
        chunk = self._player.chunk(sets, returns=False)
        return [
            {"parameters": dict(values), "sharpe_ratio": None, "total_trades": None}
            | ({} if at in chunk.errors else _shown(chunk.metrics(at)))
            for at, values in enumerate(sets)
        ]

    def returns(self, values: Mapping[str, float]) -> Floats:
        """A set's net returns a bar, from the first bar on which it could have decided.

        Before it the returns are no earnings of nought: they would water the mean down.
        """
        played = self._player.play([values], returns=True)
        found: Floats = played.returns[0]
        if played.errors:
            return found
        return found[min(max(0, int(played.warmups[0]) + 1 - self._begin), len(found) - 1) :]


def _shown(found: Metrics) -> Document:
    return {"sharpe_ratio": found.sharpe_ratio, "total_trades": found.total_trades}


def is_better(returns: Floats, than: Floats) -> bool:
    """Whether the Sharpe ratio of `returns` (n,) is above that of `than` (m,) by a standard error.

    That of the difference, on the last bars of both: the rule of one standard error (Breiman,
    Friedman, Olshen & Stone 1984, "Classification and Regression Trees", section 3.4.3), which
    keeps the simplest of those that cannot be told from the best.
    """
    bars = min(len(returns), len(than))
    pair = np.stack([returns[-bars:], than[-bars:]])
    spread = pair.std(axis=1)
    if bars < LEAST or not spread.all():
        return bool(spread[0] > 0)
    apart = pair[0] / spread[0] - pair[1] / spread[1]
    return bool(apart.mean() >= apart.std() / np.sqrt(bars))


def tune(spec: StrategySpec, setting: Setting, seed: Sequence[int]) -> Document:
    """`{parameters, rows}`: the spec's values that train prefers, and every set that was played.

    One that these bars refuse (they are too few for its look-back) showed nothing, and is no try.
    """
    past = Past(spec, past_of(setting, setting.train_bars), (0, setting.train_bars), setting)
    found = past.tuned(seed, spec)
    return {
        "parameters": dict(found.spec.values),
        "rows": [row for row in found.rows if row["total_trades"] is not None],
    }


# What all of an examination shares: the bars, the money, the seed.


@dataclass(frozen=True)
class Setting:
    """The bars before the holdout with the indicators known of them; money; where train ends.

    `as_written` is a spec whose values were not chosen on these bars: no fold tunes them.
    """

    window: IndicatorCache
    cash: float
    commission: float
    bars_per_year: float
    train_bars: int
    seed: int
    calculation: int = CURRENT
    fractions: bool = False
    broker: Broker = CASH
    as_written: bool = False

    @property
    def frame(self) -> pd.DataFrame:
        return self.window.frame

    @property
    def money(self) -> Mapping[str, Any]:
        """Cash, costs, fractions and calculation, as backtests take them."""
        return {
            "cash": self.cash,
            "commission": self.commission,
            "calculation": self.calculation,
            "fractions": self.fractions,
            "broker": self.broker,
        }

    @property
    def root(self) -> float:
        """From a bar's Sharpe ratio to a year's."""
        return float(np.sqrt(self.bars_per_year))

    def seeds(self, spec: StrategySpec, *parts: int) -> tuple[int, ...]:
        """Where draws for a spec begin: the same in every process, others for each part."""
        return self.seed, int(spec_hash(spec)[:16], 16), *parts

    def rng(self, spec: StrategySpec, *parts: int) -> np.random.Generator:
        return np.random.default_rng(self.seeds(spec, *parts))
