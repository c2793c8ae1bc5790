"""Examinations of small histories."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from trading.evidence.walk_forward.past import Setting
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache
from trading.strategies.templates import template

ONE_BAR = template("single_bar_momentum").make()


def setting(frame: pd.DataFrame, **given: Any) -> Setting:
    """The bars before a holdout, of which train has three quarters."""
    fixed: dict[str, Any] = {"cash": 10_000.0, "commission": 0.001, "bars_per_year": 252.0,
                             "train_bars": len(frame) * 3 // 4, "seed": 7}  # fmt: skip
    return Setting(IndicatorCache(frame), **(fixed | given))


def poisoned(frame: pd.DataFrame, begin: int) -> pd.DataFrame:
    """The frame with prices out of this world from a bar on, up one day and down the next."""
    found, rng = frame.copy(), np.random.default_rng(begin)
    factors = np.exp(rng.normal(3, 1, len(frame) - begin))[:, None]
    prices = ["Open", "High", "Low", "Close"]
    found.loc[found.index[begin:], prices] = found[prices].to_numpy()[begin:][::-1] * factors
    return found


def stopped() -> StrategySpec:
    """In after every bar that rose, out by a stop that may be tuned."""
    stop = {"type": "float", "value": 0.02, "low": 0.01, "high": 0.05, "step": 0.01}
    return parse_spec({
        "name": "Stopped", "parameters": {"stop": stop},
        "indicators": {"rise": {"kind": "roc", "length": 1}},
        "long_entry": {"op": ">", "left": "rise", "right": 0.0},
        "stops": {"stop_loss": "$stop", "time_stop": 4},
    })  # fmt: skip


def constant(bars: int) -> pd.DataFrame:
    """Prices that never move."""
    index = pd.bdate_range("2001-01-01", periods=bars)
    columns = ["Open", "High", "Low", "Close"]
    return pd.DataFrame(10.0, index=index, columns=columns).assign(Volume=100.0)
