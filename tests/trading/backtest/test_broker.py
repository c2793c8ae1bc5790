"""Spread, margin and the fee for shorts, in figures that can be checked by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from trading.backtest.run import Result, run_backtest
from trading.backtest.types import BacktestError
from trading.domain.broker import CASH, Broker, broker_of
from trading.strategies.signals import Signals

ENGINES = ("kernel", "reference")


def prices(*closes: float) -> pd.DataFrame:
    """Bars that open at the close before."""
    close = np.array(closes, dtype=float)
    opened = np.concatenate([close[:1], close[:-1]])
    index = pd.bdate_range("2020-01-01", periods=len(close))
    return pd.DataFrame(
        {"Open": opened, "High": np.maximum(opened, close), "Low": np.minimum(opened, close),
         "Close": close}, index=index,
    )  # fmt: skip


def signals(bars: int, side: str, **more: Any) -> Signals:
    """Enter at the close of bar 1, so on the open of bar 2; hold to the end."""
    first = np.arange(bars) == 1
    never = np.zeros(bars, dtype=bool)
    long = side == "long"
    return Signals(first if long else never, never, never if long else first, never,
                   np.ones(bars), 0, **more)  # fmt: skip


def played(frame: pd.DataFrame, side: str, engine: Any, broker: Broker, **more: Any) -> Result:
    return run_backtest(frame, signals(len(frame), side, **more), cash=1_001.0, commission=0.0,
                        engine=engine, broker=broker)  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
class TestOnEachEngine:
    def test_an_entry_pays_the_spread_once(self, engine: str) -> None:
        frame = prices(10, 10, 10, 10, 10)
        long = played(frame, "long", engine, Broker(spread=0.01))
        assert (long.trades[0].size, long.trades[0].entry_price) == (99, 10.1)
        assert long.equity[-1] == pytest.approx(1_001 - 99 * 0.1)
        short = played(frame, "short", engine, Broker(spread=0.01))
        assert short.trades[0].entry_price == pytest.approx(9.9)
        assert short.equity[-1] == pytest.approx(1_001 - 101 * 0.1)

    def test_margin_takes_positions_beyond_the_equity(self, engine: str) -> None:
        frame = prices(10, 10, 10, 11, 11)
        assert played(frame, "long", engine, CASH).equity[-1] == pytest.approx(1_101)
        twice = played(frame, "long", engine, Broker(margin=0.5))
        assert twice.trades[0].size == pytest.approx(200)
        assert twice.equity[-1] == pytest.approx(1_201)

    def test_a_low_ruins_what_was_bought_on_margin(self, engine: str) -> None:
        frame = prices(10, 10, 10, 9, 9, 9)
        frame.loc[frame.index[3], "Low"] = 4.0
        ruined = played(frame, "long", engine, Broker(margin=0.5))
        assert [trade.reason for trade in ruined.trades] == ["ruin"]
        assert ruined.trades[0].exit_price == pytest.approx(4.995)
        assert list(ruined.equity[3:]) == [0, 0, 0]
        stopped = played(frame, "long", engine, Broker(margin=0.5), stop_loss=0.2)
        assert [trade.reason for trade in stopped.trades] == ["stop_loss"]
        assert played(frame, "long", engine, CASH).equity[-1] == pytest.approx(901)

    def test_a_short_pays_its_fee_each_bar_that_it_is_held(self, engine: str) -> None:
        frame = prices(10, 10, 10, 10, 12, 12)
        free = played(frame, "short", engine, CASH)
        charged = played(frame, "short", engine, Broker(borrow=0.001))
        assert charged.trades[0].size == free.trades[0].size == -100
        # Held over the closes of bars 2, 3 and 4: 100 units at 10, 10 and 12.
        fees = [0, 0, 0, 1, 2, 3.2]
        np.testing.assert_allclose(free.equity - charged.equity, fees, atol=1e-9)
        assert charged.trades[0].commission == pytest.approx(3.2)
        assert charged.trades[0].pnl == pytest.approx(free.trades[0].pnl - 3.2)
        assert charged.metrics.costs_paid == pytest.approx(3.2)
        assert charged.metrics.final_equity == pytest.approx(free.metrics.final_equity - 3.2)

    def test_a_long_position_borrows_nothing(self, engine: str) -> None:
        frame = prices(10, 10, 11, 12, 11)
        one, two = (played(frame, "long", engine, Broker(borrow=rate)) for rate in (0.0, 0.01))
        assert one.trades == two.trades
        np.testing.assert_array_equal(one.equity, two.equity)

    def test_an_account_that_the_fee_empties_stays_empty(self, engine: str) -> None:
        frame = prices(10, 10, 10, 18, 18, 5)
        charged = played(frame, "short", engine, Broker(borrow=0.2))
        assert charged.equity[3] > 0
        assert list(charged.equity[4:]) == [0, 0]

    def test_a_target_within_the_spread_is_refused(self, engine: str) -> None:
        frame = prices(10, 10, 11, 12, 11)
        with pytest.raises(BacktestError, match=r"take_profit of 0.01 lies within the spread"):
            played(frame, "long", engine, Broker(spread=0.01), take_profit=0.01)

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            (Broker(spread=-0.001), "spread is -0.001"),
            (Broker(spread=0.1), "spread is 0.1"),
            (Broker(margin=0.0), "a margin of 0.0"),
            (Broker(margin=1.5), "a margin of 1.5"),
            (Broker(margin=float("nan")), "a margin of nan"),
            (Broker(borrow=-1.0), "borrow is -1.0"),
        ],
    )
    def test_impossible_terms_are_refused(self, engine: str, wrong: Broker, said: str) -> None:
        with pytest.raises(BacktestError, match=said):
            played(prices(10, 10, 11, 12, 11), "long", engine, wrong)


def test_the_fee_is_asked_for_by_the_year_and_charged_by_the_bar() -> None:
    assert broker_of({"borrow": 0.0252, "spread": None}, 252.0) == Broker(0.0, 1.0, 0.0001)
    assert broker_of({}, 252.0) is not None
    assert broker_of({"commission": 0.001}, 252.0) == CASH
    assert Broker(0.001, 0.5, 0.01).dearer(2) == Broker(0.002, 0.5, 0.02)
