"""The same signals at higher costs."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.trading.backtest.prices import signals, sma_cross
from tests.trading.strategies.bars import made_up
from trading.backtest.run import run_backtest
from trading.domain.broker import Broker
from trading.evidence.walk_forward.examine import sharpe_at_costs


def test_once_the_costs_is_the_backtest() -> None:
    frame = made_up(300)
    given = sma_cross(frame, 5, 20)
    plain = run_backtest(frame, given, commission=0.002).metrics.sharpe_ratio
    found = sharpe_at_costs(frame, given, commission=0.002, multiple=1)
    assert plain is not None
    assert found.value == pytest.approx(plain / math.sqrt(252))


def test_twice_the_costs_earn_less() -> None:
    frame = made_up(300)
    given = sma_cross(frame, 5, 20)
    once, twice = (sharpe_at_costs(frame, given, commission=0.002, multiple=m) for m in (1, 2))
    assert once.value is not None
    assert twice.value is not None
    assert twice.value < once.value
    assert twice.details["commission"] == 0.004


def test_without_trades_there_is_no_answer() -> None:
    assert sharpe_at_costs(made_up(50), signals(50), commission=0.001).reason == "no_trades"


def test_costs_nobody_can_play_are_told() -> None:
    frame = made_up(50)
    assert sharpe_at_costs(frame, signals(50), commission=0.06).reason == "too_costly"


def test_costs_below_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="costs"):
        sharpe_at_costs(made_up(50), signals(50), commission=0.001, multiple=-1)


def test_a_brokers_terms_are_doubled_as_well() -> None:
    frame = made_up(300)
    given = replace(sma_cross(frame, 5, 20), take_profit=0.05)
    broker = Broker(spread=0.002, margin=0.5, borrow=0.0001)
    twice = sharpe_at_costs(frame, given, commission=0.001, broker=broker)
    plain = run_backtest(
        frame, given, commission=0.002, broker=Broker(0.004, 0.5, 0.0002)
    ).metrics.sharpe_ratio
    assert plain is not None
    assert twice.value == pytest.approx(plain / math.sqrt(252))
    near = sharpe_at_costs(frame, given, commission=0.001, broker=Broker(spread=0.03))
    assert near.reason == "too_costly"
