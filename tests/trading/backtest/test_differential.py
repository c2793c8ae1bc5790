"""Kernel and reference give the same to the last digit: on real prices, for any strategy."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.backtest.prices import TICKERS, bundled, changing, random_signals
from tests.trading.strategies.random_spec import random_spec
from trading.backtest.checks import LEAST_BARS
from trading.backtest.run import Result, run_backtest
from trading.domain.broker import Broker
from trading.strategies.errors import RuleError
from trading.strategies.signals import Signals, compute_signals


def agree(frame: pd.DataFrame, signals: Signals, **options: Any) -> Result:
    """Both engines' result, once they were found equal and the money adds up."""
    kernel = run_backtest(frame, signals, engine="kernel", **options)
    reference = run_backtest(frame, signals, engine="reference", **options)
    assert kernel.trades == reference.trades
    np.testing.assert_array_equal(kernel.equity, reference.equity)
    assert kernel.dropped == reference.dropped
    assert kernel.metrics == reference.metrics
    adds_up(kernel, frame, options["cash"])
    return kernel


def adds_up(result: Result, frame: pd.DataFrame, cash: float) -> None:
    """Final equity = cash + units x last close: nothing is left out of the last bar."""
    if result.equity[-1] == 0 or any(trade.reason == "ruin" for trade in result.trades):
        assert result.equity[-1] == 0
        return
    for trade in result.trades:
        cash -= trade.commission
        if trade.reason == "open_at_the_end":
            cash -= trade.size * trade.entry_price
            assert trade is result.trades[-1]
        else:
            cash += trade.size * (trade.exit_price - trade.entry_price)
    units = sum(trade.size for trade in result.trades if trade.reason == "open_at_the_end")
    worth = cash + units * float(frame["Close"].iloc[-1])
    assert result.metrics.final_equity == pytest.approx(worth, rel=1e-9)


def window(whole: pd.DataFrame, least: int, most: int, random: np.random.Generator) -> pd.DataFrame:
    n = min(int(random.integers(least, most)), len(whole))
    begin = int(random.integers(0, len(whole) - n + 1))
    return whole.iloc[begin : begin + n]


def money(bars: int, random: np.random.Generator) -> dict[str, Any]:
    """From too little for a share to plenty; free and dear; a warm-up before in some."""
    later = random.random() < 0.3
    return {
        "cash": float(10 ** random.uniform(1.5, 6)),
        "commission": float(random.choice([0, 0.001, 0.02])),
        "trade_from": int(random.integers(0, bars - LEAST_BARS + 1)) if later else 0,
        "fractions": bool(random.random() < 0.5),
    }


def terms(random: np.random.Generator) -> Broker:
    """Each alone and together; some from nearly nothing to more than anybody pays."""
    return Broker(
        spread=float(random.choice([0, 0.0002, 0.003, 0.05])),
        margin=float(random.choice([1, 0.7, 0.5, 0.1])),
        borrow=float(random.choice([0, 1e-5, 1e-3])),
    )


def beyond_targets(broker: Broker, signals: Signals) -> Broker:
    """A spread that no target lies within: backtesting.py takes no such order."""
    near = signals.take_profit is not None and signals.take_profit <= broker.spread + 1e-6
    return broker._replace(spread=0.0) if near else broker


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
        "signal", "stop_loss", "take_profit", "trailing_stop", "time_stop", "open_at_the_end"
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
def test_random_specs_at_the_terms_of_a_broker(ticker: str) -> None:
    traded = 0
    for seed in range(60):
        random = np.random.default_rng([seed, TICKERS.index(ticker), 3])
        frame = window(bundled(ticker), 190, 450, random)
        try:
            signals = compute_signals(random_spec(random), frame)
        except RuleError:
            continue
        broker = beyond_targets(terms(random), signals)
        result = agree(frame, signals, **money(len(frame), random), broker=broker)
        traded += result.metrics.total_trades > 0
    assert traded > 20


@pytest.mark.parametrize("ticker", TICKERS)
def test_any_signals_at_the_terms_of_a_broker(ticker: str) -> None:
    reasons: Counter[str] = Counter()
    for seed in range(60):
        random = np.random.default_rng([seed, TICKERS.index(ticker), 4])
        frame = window(bundled(ticker), LEAST_BARS, 250, random).copy()
        wild = random.random(len(frame)) < 0.05
        frame["Low"] *= np.where(wild, random.uniform(0.4, 1, len(frame)), 1.0)
        signals = random_signals(len(frame), random)
        broker = beyond_targets(terms(random), signals)
        result = agree(frame, signals, **money(len(frame), random), broker=broker)
        reasons.update(trade.reason for trade in result.trades)
    assert set(reasons) >= {"signal", "stop_loss", "take_profit", "trailing_stop", "ruin"}


@pytest.mark.parametrize("scale", [1e-3, 60.0, 600.0])
def test_fractions_give_the_result_of_the_same_prices_at_another_height(scale: float) -> None:
    """What a price is called does not change what is earned, once parts of a unit are traded."""
    frame, other = bundled("IBM").iloc[:400], bundled("IBM").iloc[:400].copy()
    other[["Open", "High", "Low", "Close"]] *= scale
    signals = random_signals(400, np.random.default_rng(5))
    options = {"cash": 10_000.0, "commission": 0.001, "fractions": True}
    one, two = agree(frame, signals, **options), agree(other, signals, **options)
    assert len(one.trades) == len(two.trades) > 5
    np.testing.assert_allclose(one.equity, two.equity, rtol=2e-3)
    assert one.dropped == two.dropped == 0


def test_shorts_that_high_bars_may_ruin() -> None:
    """Made of bars with highs far above, so that ruin, stops and targets meet within a bar."""
    reasons: Counter[str] = Counter()
    for seed in range(80):
        random = np.random.default_rng([seed, 7])
        frame = window(bundled("IBM"), LEAST_BARS, 250, random).copy()
        bars = len(frame)
        wild = random.random(bars) < 0.05
        frame["High"] *= np.where(wild, random.uniform(1.5, 4, bars), 1.0)
        signals = random_signals(bars, random)
        if seed % 2:
            short = random.random(bars) < 0.2
            signals = replace(
                signals,
                long_entry=np.zeros(bars, bool),
                short_entry=short,
                stop_loss=None,
                trailing_stop=None,
                size=np.ones(bars),
            )
        result = agree(frame, signals, **money(len(frame), random))
        reasons.update(trade.reason for trade in result.trades)
    assert reasons["ruin"] > 15
    assert reasons["stop_loss"]
    assert reasons["open_at_the_end"]


@pytest.mark.parametrize("ticker", TICKERS)
def test_the_first_calculation_is_played_as_it_was(ticker: str) -> None:
    for seed in range(20):
        random = np.random.default_rng([seed, TICKERS.index(ticker), 1])
        frame = window(bundled(ticker), LEAST_BARS, 250, random)
        signals, options = random_signals(len(frame), random), money(len(frame), random)
        played = [
            run_backtest(frame, signals, engine=engine, calculation=1, **options)
            for engine in ("kernel", "reference")
        ]
        assert played[0].trades == played[1].trades
        np.testing.assert_array_equal(played[0].equity, played[1].equity)
        assert not any(trade.reason == "open_at_the_end" for trade in played[0].trades)


@pytest.mark.parametrize("ticker", TICKERS)
def test_all_bars_there_are(ticker: str) -> None:
    random = np.random.default_rng(7)
    frame = bundled(ticker)
    assert agree(frame, random_signals(len(frame), random), cash=10_000.0).trades
