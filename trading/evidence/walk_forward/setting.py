"""What all of an examination shares: the bars, the money, the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from trading.domain.broker import CASH, Broker
from trading.domain.calculation import CURRENT
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.table import IndicatorCache


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
