"""Impossible input is refused, and says where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.trading.backtest.prices import frame_of, signals
from trading.backtest.run import BacktestError, NotExact, run_backtest

BARS = [(100.0, 101.0, 99.0, 100.0)] * 5


@pytest.mark.parametrize("value", [np.nan, np.inf, 0.0, -1.0])
def test_an_impossible_price(value: float) -> None:
    frame = frame_of(BARS)
    frame.iloc[3, 2] = value
    with pytest.raises(BacktestError, match=f"bar 3: Low is {value}"):
        run_backtest(frame, signals(5))


def test_a_missing_column() -> None:
    with pytest.raises(BacktestError, match="missing: High, Low"):
        run_backtest(frame_of(BARS)[["Open", "Close"]], signals(5))


def test_dates_that_do_not_rise() -> None:
    with pytest.raises(BacktestError, match="dates must rise"):
        run_backtest(frame_of(BARS).iloc[::-1], signals(5))


def test_signals_for_other_bars() -> None:
    with pytest.raises(BacktestError, match="long_entry has 4 values for 5 bars"):
        run_backtest(frame_of(BARS), signals(4))


@pytest.mark.parametrize("size", [0.0, -0.5, 1.01, np.nan])
def test_a_size_that_is_no_fraction(size: float) -> None:
    given = replace(signals(5, long_entry=[2]), size=np.array([9, 9, size, 9, 9]))
    with pytest.raises(BacktestError, match=f"bar 2: a size of {size}"):
        run_backtest(frame_of(BARS), given)


@pytest.mark.parametrize("name", ["stop_loss", "trailing_stop", "take_profit"])
@pytest.mark.parametrize("value", [0.0, -0.1, np.nan, np.inf])
def test_a_stop_that_is_no_fraction(name: str, value: float) -> None:
    with pytest.raises(BacktestError, match=f"{name} is {value}"):
        run_backtest(frame_of(BARS), signals(5, **{name: value}))


def test_too_few_bars() -> None:
    with pytest.raises(BacktestError, match="at least 3 bars to trade on; there are 2"):
        run_backtest(frame_of(BARS), signals(5), trade_from=3)


def test_money_that_is_none() -> None:
    with pytest.raises(BacktestError, match="cash is 0"):
        run_backtest(frame_of(BARS), signals(5), cash=0)
    with pytest.raises(BacktestError, match="commission is 0.5"):
        run_backtest(frame_of(BARS), signals(5), commission=0.5)


def test_more_units_than_a_float_can_count_are_left_to_the_reference() -> None:
    given = signals(5, long_entry=[1])
    with pytest.raises(NotExact, match="more units than a float64 can count"):
        run_backtest(frame_of(BARS), given, cash=1e18)
    assert run_backtest(frame_of(BARS), given, cash=1e18, engine="auto").engine == "reference"
    assert run_backtest(frame_of(BARS), given, engine="auto").engine == "kernel"


@pytest.mark.parametrize(
    ("row", "value", "name"),
    [(0, 1.0, "stop_loss"), (0, 1e-9, "stop_loss"), (1, np.inf, "take_profit"),
     (2, -0.1, "trailing_stop"), (2, np.nan, "trailing_stop"), (3, 0.5, "time_stop"),
     (3, 2.5, "time_stop")],
)  # fmt: skip
def test_a_stop_of_one_bar_that_is_none(row: int, value: float, name: str) -> None:
    stops = np.zeros((4, 5))
    stops[row, 3] = value
    with pytest.raises(BacktestError, match=f"{name} is {value}"):
        run_backtest(frame_of(BARS), signals(5, stops=stops))


def test_stops_of_other_bars() -> None:
    with pytest.raises(BacktestError, match="stops has 4 values for 5 bars"):
        run_backtest(frame_of(BARS), signals(5, stops=np.zeros((4, 4))))
