"""Compiles all compiled functions of the engine before the first development needs them.

`python -m trading.evidence.compilation` writes them to NUMBA_CACHE_DIR. `make` does so at its
set-up and after a change of their sources, the first worker of a development where nobody did:
compiling takes ten seconds of processor time, loading one.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.jobs import warm_up
from trading.backtest.machine_code import compiled_now
from trading.evidence.kernels import find_leaders
from trading.evidence.tally import Tried, tally
from trading.evidence.walk_forward.examine import examine
from trading.evidence.walk_forward.past import Setting
from trading.strategies.table import IndicatorCache
from trading.strategies.templates import template

BARS, TRAIN_BARS, SERIES = 1_500, 1_000, 6
RULES = "sma_reversal"
YEAR = 252.0
CACHE_BYTES = 32 * 1024 * 1024


def compile_engine() -> None:
    """Judge a rule, and series of returns, on made-up prices: as a development does."""
    returns = np.random.default_rng(0).normal(0.0004, 0.01, (SERIES, BARS - 1))
    warm_up()
    judge_rule(prices(returns[0]))
    judge_series(returns)


def prices(returns: NDArray[np.float64]) -> pd.DataFrame:
    """Daily bars whose closes have these returns."""
    closes = 100.0 * np.concatenate(([1.0], np.cumprod(1.0 + returns)))
    bars = {"Open": closes, "High": closes * 1.01, "Low": closes * 0.99, "Close": closes}
    index = pd.date_range("2000-01-03", periods=len(closes), freq="B")
    return pd.DataFrame({**bars, "Volume": np.full(len(closes), 1e6)}, index=index)


def judge_rule(frame: pd.DataFrame) -> None:
    setting = Setting(
        IndicatorCache(frame, CACHE_BYTES, YEAR),
        cash=10_000.0,
        commission=0.002,
        bars_per_year=YEAR,
        train_bars=TRAIN_BARS,
        seed=0,
    )
    examine(template(RULES).make(), setting)


def judge_series(returns: NDArray[np.float64]) -> None:
    kinds = [[RULES]] * len(returns)
    tried = Tried(returns.astype(np.float32), kinds, len(returns), returns[0], YEAR)
    tally(tried, {}, np.random.default_rng(0))
    # Of more series than `tally` compares with each other.
    find_leaders(returns, 1.0, np.empty(len(returns), dtype=np.int64))


if __name__ == "__main__":
    compiled_now(compile_engine)
