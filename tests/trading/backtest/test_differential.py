"""Kernel and reference give the same, on real prices and any signals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.backtest.prices import TICKERS, bundled, random_signals
from trading.backtest.run import Result, run_backtest
from trading.strategies.signals import Signals


def agree(frame: pd.DataFrame, signals: Signals, **options: Any) -> Result:
    """Both engines' result, once they were found equal: to the last digit."""
    kernel = run_backtest(frame, signals, engine="kernel", **options)
    reference = run_backtest(frame, signals, engine="reference", **options)
    assert kernel.trades == reference.trades
    np.testing.assert_array_equal(kernel.equity, reference.equity)
    assert kernel.dropped == reference.dropped
    assert kernel.metrics == reference.metrics
    return kernel


@pytest.mark.parametrize("ticker", TICKERS)
@pytest.mark.parametrize("seed", range(110))
def test_random_signals(ticker: str, seed: int) -> None:
    random = np.random.default_rng([seed, TICKERS.index(ticker)])
    whole = bundled(ticker)
    n = int(random.integers(3, 400)) if seed % 10 else len(whole)
    begin = int(random.integers(0, max(1, len(whole) - n)))
    frame = whole.iloc[begin : begin + n]
    signals = random_signals(len(frame), random)
    agree(
        frame,
        signals,
        cash=float(10 ** random.uniform(1.5, 6)),
        commission=float(random.choice([0, 0.001, 0.02])),
        trade_from=int(random.integers(0, len(frame) - 2)) if random.random() < 0.3 else 0,
    )
