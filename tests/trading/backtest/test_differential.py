"""Kernel and reference give the same to the last digit: on real prices, for any strategy."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.backtest.prices import TICKERS, bundled, changing, random_signals
from trading.backtest.checks import LEAST_BARS
from trading.backtest.run import Result, run_backtest
from trading.strategies.errors import RuleError
from trading.strategies.random_spec import random_spec
from trading.strategies.signals import Signals, compute_signals


def agree(frame: pd.DataFrame, signals: Signals, **options: Any) -> Result:
    """Both engines' result, once they were found equal."""
    kernel = run_backtest(frame, signals, engine="kernel", **options)
    reference = run_backtest(frame, signals, engine="reference", **options)
    assert kernel.trades == reference.trades
    np.testing.assert_array_equal(kernel.equity, reference.equity)
    assert kernel.dropped == reference.dropped
    assert kernel.metrics == reference.metrics
    return kernel


def window(whole: pd.DataFrame, least: int, most: int, random: np.random.Generator) -> pd.DataFrame:
    n = min(int(random.integers(least, most)), len(whole))
    begin = int(random.integers(0, len(whole) - n + 1))
    return whole.iloc[begin : begin + n]


def money(bars: int, random: np.random.Generator) -> dict[str, float]:
    """From too little for a share to plenty; free and dear; a warm-up before in some."""
    later = random.random() < 0.3
    return {
        "cash": float(10 ** random.uniform(1.5, 6)),
        "commission": float(random.choice([0, 0.001, 0.02])),
        "trade_from": int(random.integers(0, bars - LEAST_BARS + 1)) if later else 0,
    }


@pytest.mark.parametrize("ticker", TICKERS)
def test_any_signals(ticker: str) -> None:
    reasons: Counter[str] = Counter()
    for seed in range(50):
        random = np.random.default_rng([seed, TICKERS.index(ticker)])
        frame = window(bundled(ticker), LEAST_BARS, 250, random)
        signals = random_signals(len(frame), random)
        result = agree(frame, signals, **money(len(frame), random))
        reasons.update(trade.reason for trade in result.trades)
    assert set(reasons) >= {
        "signal", "stop_loss", "take_profit", "trailing_stop", "time_stop", "end"
    }  # fmt: skip


def test_stops_that_change_from_bar_to_bar() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(60):
        random = np.random.default_rng([seed, 99])
        frame = window(bundled("AAPL"), LEAST_BARS, 250, random)
        signals = changing(random_signals(len(frame), random), random)
        result = agree(frame, signals, **money(len(frame), random))
        reasons.update(trade.reason for trade in result.trades)
    assert set(reasons) >= {"signal", "stop_loss", "take_profit", "trailing_stop", "time_stop"}


@pytest.mark.parametrize("ticker", TICKERS)
def test_random_specs(ticker: str) -> None:
    played = traded = 0
    for seed in range(115):
        random = np.random.default_rng([seed, TICKERS.index(ticker)])
        frame = window(bundled(ticker), 190, 450, random)
        spec = random_spec(random)
        try:
            signals = compute_signals(spec, frame)
        except RuleError:  # looks back over more bars than there are
            continue
        played += 1
        traded += agree(frame, signals, **money(len(frame), random)).metrics.total_trades > 0
    assert played >= 100
    assert traded > 40


@pytest.mark.parametrize("ticker", TICKERS)
def test_all_bars_there_are(ticker: str) -> None:
    random = np.random.default_rng(7)
    frame = bundled(ticker)
    assert agree(frame, random_signals(len(frame), random)).trades
