"""backtesting.py's own example, by its own tests: SMA 10/30 crosses on GOOG, both ways.

Those tests finalise trades, as our first calculation does.
"""

from __future__ import annotations

from typing import Literal

import pytest
from backtesting.test import GOOG

from tests.trading.backtest.prices import sma_cross
from trading.backtest.run import run_backtest


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_goog_sma_cross(engine: Literal["kernel", "reference"]) -> None:
    signals = sma_cross(GOOG, 10, 30)
    result = run_backtest(GOOG, signals, cash=10_000, commission=0, engine=engine, calculation=1)
    assert result.metrics.total_trades == 66
    assert result.metrics.final_equity == pytest.approx(51422.99, abs=1e-9)
    assert result.metrics.total_return == pytest.approx(4.142299, abs=1e-9)
    assert result.metrics.max_drawdown == pytest.approx(-0.4798012705007589, rel=1e-12)
    assert result.metrics.win_rate == pytest.approx(0.4696969696969697)
    assert result.metrics.profit_factor == pytest.approx(2.167945974262033, rel=1e-12)
    assert result.metrics.exposure == pytest.approx(0.9674115456238361, rel=1e-12)
    assert result.metrics.annual_return == pytest.approx(0.21191099249053224, rel=1e-9)
    assert result.metrics.return_over_volatility == pytest.approx(0.5806232244485349, rel=1e-9)
    assert result.metrics.sortino == pytest.approx(1.0853434352488662, rel=1e-9)
    assert result.metrics.calmar == pytest.approx(0.44166409202994605, rel=1e-9)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_the_short_that_is_open_at_the_end_earns_the_last_bar(
    engine: Literal["kernel", "reference"],
) -> None:
    signals = sma_cross(GOOG, 10, 30)
    result = run_backtest(GOOG, signals, cash=10_000, commission=0, engine=engine)
    last = result.trades[-1]
    moved = float(GOOG["Close"].iloc[-1] - GOOG["Open"].iloc[-1])
    assert last.reason == "open_at_the_end"
    assert result.metrics.final_equity == pytest.approx(51422.99 + last.size * moved, abs=1e-6)
