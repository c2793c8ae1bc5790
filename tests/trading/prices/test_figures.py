"""The figures of the same files, worked out by hand, with pandas or with backtesting.py 0.6.6."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.trading.prices.cases import spec, stored
from trading.backtest.run import run_backtest
from trading.services.spec_backtests import backtest_spec
from trading.storage import open_holdout
from trading.strategies.parse import parse_spec
from trading.strategies.signals import compute_signals

pytestmark = pytest.mark.django_db
ONE_BAR = {
    "name": "One bar goes on",
    "direction": "both",
    "indicators": {"last": {"kind": "return"}},
    "long_entry": {"op": ">", "left": "last", "right": 0},
    "short_entry": {"op": "<", "left": "last", "right": 0},
}


def played(name: str, rules: str, **options: Any) -> Any:
    dataset = stored(name, **options.pop("options", {})).dataset
    given = {"cash": 10_000.0, "commission": 0.0} | options
    return backtest_spec(spec=spec(rules), ticker=dataset.ticker, **given)


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_a_crash_on_the_last_bar_is_lost(engine: Any, transactional_db: Any) -> None:
    found = played("04_last_bar_crash", "always_long", engine=engine, include_holdout=True).report
    last = found["trades"][-1]
    assert (last["reason"], last["exit_price"]) == ("open_at_the_end", 60.0)
    assert found["metrics"]["total_return"] == pytest.approx(-0.40, abs=0.005)
    assert found["metrics"]["max_drawdown"] == pytest.approx(-0.40, abs=0.005)
    assert found["metrics"]["final_equity"] == found["metrics"]["total_return"] * 1e4 + 1e4


@pytest.mark.parametrize(("calculation", "sharpe"), [(1, 26.44), (2, 1.98)])
def test_a_crash_at_the_end_of_the_holdout_is_in_its_figures(
    calculation: int, sharpe: float, transactional_db: Any
) -> None:
    """The rule that a development called SUCCESS; the first calculation still says why."""
    dataset = stored("30_holdout_end_crash").dataset
    opened = open_holdout(dataset=dataset, purpose="test", warmup=10**6)
    result = run_backtest(
        opened.frame,
        compute_signals(parse_spec(ONE_BAR), opened.frame),
        trade_from=opened.trade_from,
        bars_per_year=dataset.bars_per_year,
        calculation=calculation,
    )
    assert result.metrics.sharpe_ratio == pytest.approx(sharpe, abs=0.005)
    if calculation == 2:
        assert result.metrics.max_drawdown == pytest.approx(-0.398, abs=0.0005)


def test_the_week_of_an_exchange_does_not_change_its_figures() -> None:
    one, other = (
        played(name, "sma_cross", commission=0.001).report["metrics"]
        for name in ("03_monday_friday", "03_sunday_thursday")
    )
    assert one == other


def test_a_volatility_target_on_weekly_bars_uses_the_weeks_of_a_year() -> None:
    trade = played("06_weekly", "vol_target").report["trades"][0]
    assert trade["size"] == pytest.approx(108, abs=1)


def test_a_rule_for_mondays_trades_on_the_mondays_of_its_exchange() -> None:
    found = played("07_sydney_hours", "mondays", options={"timezone": "Australia/Sydney"})
    times = [(trade["entry_time"], trade["exit_time"]) for trade in found.report["trades"]]
    assert len(times) > 5
    for entered, left in times[1:]:
        begun, ended = (np.datetime64(time[:19]) for time in (entered, left))
        assert entered[11:16] == "11:00"
        assert begun.astype("M8[D]").astype(int) % 7 == 4  # a Monday
        if left is not times[-1][1]:
            assert ended - begun == np.timedelta64(24, "h")


def test_a_unit_that_costs_more_than_the_cash_is_traded_in_parts() -> None:
    """29: the same prices at 100, which whole units had at .406 for .850."""
    dear = played("29_price_6000", "sma_cross").report
    usual = played("03_monday_friday", "sma_cross").report
    assert (dear["fractions"], dear["dropped"]) == (True, 0)
    assert dear["metrics"]["total_return"] == pytest.approx(0.85, abs=0.01)
    assert dear["metrics"]["total_return"] == pytest.approx(
        usual["metrics"]["total_return"], abs=0.01
    )
    whole = played("29_price_6000", "sma_cross", fractions=False).report["metrics"]
    assert whole["total_return"] == pytest.approx(0.406, abs=0.01)


@pytest.mark.parametrize("name", ["05_expensive", "25_expensive_long"])
def test_whole_units_that_cannot_be_paid_for_are_counted(name: str) -> None:
    whole = played(name, "sma_cross", fractions=False).report
    assert whole["metrics"]["total_trades"] == 0
    assert whole["dropped"] > 0
    parts = played(name, "sma_cross").report
    assert parts["metrics"]["total_trades"] > 0
    assert parts["dropped"] == 0


def test_the_spec_says_of_fractions_what_nobody_else_does() -> None:
    dataset = stored("29_price_6000").dataset
    told: dict[str, Any] = {"ticker": dataset.ticker, "cash": 10_000.0, "commission": 0.0}
    found = backtest_spec(spec=spec("sma_cross") | {"fractions": False}, **told)
    assert found.report["fractions"] is False
    assert all(float(trade["size"]).is_integer() for trade in found.report["trades"])
