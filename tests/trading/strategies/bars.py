"""Bars for tests: made up from a seed, and the real ones that ship with backtesting.py."""

from __future__ import annotations

import functools

import numpy as np
import pandas as pd


def made_up(bars: int = 400, seed: int = 0, sd: float = 0.012, phi: float = 0.0) -> pd.DataFrame:
    """Daily bars of a random walk, or with `phi` of returns that follow the last one."""
    rng = np.random.default_rng(seed)
    change = np.zeros(bars)
    for at, shock in enumerate(rng.normal(0, sd, bars)):
        change[at] = shock + (phi * change[at - 1] if at else 0.0)
    close = 100 * np.exp(np.cumsum(change))
    opened = np.concatenate([[100.0], close[:-1]])
    reach = np.abs(rng.normal(0, sd / 2, (2, bars)))
    return pd.DataFrame(
        {
            "Open": opened,
            "High": np.maximum(opened, close) * (1 + reach[0]),
            "Low": np.minimum(opened, close) * (1 - reach[1]),
            "Close": close,
            "Volume": rng.integers(1_000, 9_000, bars).astype(float),
        },
        index=pd.bdate_range("2015-01-05", periods=bars),
    )


@functools.cache
def goog() -> pd.DataFrame:
    """GOOG, 2,148 daily bars, as backtesting.py ships it."""
    from backtesting.test import GOOG

    bars: pd.DataFrame = GOOG.astype(float)
    return bars
