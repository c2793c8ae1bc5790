"""Metrics against sums done by hand, and against backtesting.py's own."""

from __future__ import annotations

import math

import numpy as np
import pytest
from backtesting.backtesting import Backtest

from tests.trading.backtest.prices import TICKERS, bundled, frame_of, signals, sma_cross
from trading.backtest.checks import bars_of
from trading.backtest.metrics import compute_metrics, table_of
from trading.backtest.reference import SignalStrategy
from trading.backtest.run import run_backtest
from trading.backtest.types import Trade

# 100 -> 110 -> 99 -> 99 -> 118.8: returns 10 %, -10 %, 0, 20 %.
EQUITY = np.array([100.0, 110.0, 99.0, 99.0, 118.8])
RETURNS = (0.1, -0.1, 0.0, 0.2)
CLOSE = np.array([10.0, 12.0, 9.0, 9.0, 11.0])


def trade(entry: int, leave: int, size: int, begin: float, end: float) -> Trade:
    return Trade(entry, leave, size, begin, end, 0, 0, 0, "signal")


@pytest.fixture
def metrics():
    trades = [trade(1, 2, 4, 10.0, 12.0), trade(3, 4, -5, 10.0, 11.0)]
    return compute_metrics(EQUITY, table_of(trades), CLOSE, commission=0.01, bars_per_year=16)


def test_ratios(metrics) -> None:
    mean = sum(RETURNS) / 4
    spread = math.sqrt(sum((value - mean) ** 2 for value in RETURNS) / 3)
    annual = 1.188 ** (16 / 4) - 1
    assert metrics.sharpe_ratio == pytest.approx(mean / spread * 4)
    assert metrics.volatility == pytest.approx(spread * 4)
    assert metrics.total_return == pytest.approx(0.188)
    assert metrics.annual_return == pytest.approx(annual)
    assert metrics.max_drawdown == pytest.approx(-0.1)
    assert metrics.calmar == pytest.approx(annual / 0.1)
    assert metrics.sortino == pytest.approx(annual / (math.sqrt(0.1**2 / 4) * 4))


def test_trades(metrics) -> None:
    won, lost = 0.2 - 0.88 / 40, -0.1 - 1.05 / 50
    assert metrics.total_trades == 2
    assert metrics.win_rate == 0.5
    assert metrics.profit_factor == pytest.approx(won / -lost)
    assert metrics.avg_trade_duration == 1
    assert metrics.exposure == pytest.approx(4 / 5)
    assert metrics.costs_paid == pytest.approx(0.88 + 1.05)
    assert metrics.turnover == pytest.approx((88 + 105) / EQUITY.mean() * 16 / 4)


def test_buy_and_hold(metrics) -> None:
    returns = np.diff(CLOSE) / CLOSE[:-1]
    assert metrics.buy_hold_return == pytest.approx(0.1)
    assert metrics.buy_hold_max_drawdown == pytest.approx(-0.25)
    assert metrics.buy_hold_sharpe == pytest.approx(returns.mean() / returns.std(ddof=1) * 4)


def test_only_the_bars_to_trade_on_count() -> None:
    none = table_of([])
    metrics = compute_metrics(EQUITY, none, CLOSE, commission=0, bars_per_year=16, trade_from=1)
    assert metrics.bars == 4
    assert metrics.total_return == pytest.approx(118.8 / 110 - 1)
    assert metrics.buy_hold_return == pytest.approx(11 / 12 - 1)


def test_what_is_undefined_is_none() -> None:
    flat = np.full(5, 100.0)
    metrics = compute_metrics(flat, table_of([]), flat, commission=0, bars_per_year=252)
    undefined = ("sharpe_ratio", "win_rate", "profit_factor", "avg_trade_duration", "sortino",
                 "calmar", "return_over_volatility", "buy_hold_sharpe")  # fmt: skip
    assert [name for name in undefined if getattr(metrics, name) is not None] == []
    assert metrics.total_return == metrics.volatility == metrics.exposure == 0


def test_positions_that_meet_on_a_bar_count_it_once() -> None:
    frame = frame_of([(100, 101, 99, 100)] * 10)
    result = run_backtest(frame, signals(10, long_entry=[1], short_entry=[4]), commission=0)
    assert result.metrics.exposure == pytest.approx(8 / 10)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # backtesting.py's use of pandas
@pytest.mark.parametrize("ticker", TICKERS)
def test_backtesting_py_says_the_same(ticker: str) -> None:
    frame = bundled(ticker).iloc[:190]
    given = sma_cross(frame, 3, 10, stop_loss=0.05)
    result = run_backtest(frame, given, cash=1e5, calculation=1)  # trades of its own are closed
    test = Backtest(frame, SignalStrategy, cash=1e5, commission=0.001, finalize_trades=True)
    stats = test.run(signals=given, first=given.warmup + 1, bars=len(bars_of(frame)))
    found = {
        "Return [%]": result.metrics.total_return,
        "Max. Drawdown [%]": result.metrics.max_drawdown,
        "Win Rate [%]": result.metrics.win_rate,
        "Exposure Time [%]": result.metrics.exposure,
        "Return (Ann.) [%]": result.metrics.annual_return,
        "Buy & Hold Return [%]": result.metrics.buy_hold_return,
    }
    found = {name: 100 * value for name, value in found.items() if value is not None}
    found |= {
        "Profit Factor": result.metrics.profit_factor,
        "Sortino Ratio": result.metrics.sortino,
        "Calmar Ratio": result.metrics.calmar,
        "Sharpe Ratio": result.metrics.return_over_volatility,
        "Commissions [$]": result.metrics.costs_paid,
    }
    assert len(found) == 11
    assert {name: stats[name] for name in found} == pytest.approx(found, rel=1e-9)


@pytest.mark.parametrize("digits", [None, 10, 6])
def test_growth_that_varies_by_rounding_alone_has_no_sharpe_ratio(digits: int | None) -> None:
    """However many digits the file had: buy-and-hold's was 44,419,227,003."""
    close = 100 * 1.001 ** np.arange(400.0)
    close = close if digits is None else np.round(close, digits)
    found = compute_metrics(close, table_of([]), close, commission=0, bars_per_year=252)
    assert (found.sharpe_ratio, found.buy_hold_sharpe, found.calmar) == (None, None, None)
    assert found.annual_return == pytest.approx(1.001**252 - 1)


def test_a_steady_ratio_is_still_a_ratio() -> None:
    rise = np.where(np.arange(399) % 2, 1.0010, 1.0011)
    close = 100 * np.concatenate([[1.0], np.cumprod(rise)])
    found = compute_metrics(close, table_of([]), close, commission=0, bars_per_year=252)
    assert found.sharpe_ratio == pytest.approx(0.00105 / 0.00005 * 252**0.5, rel=0.01)
