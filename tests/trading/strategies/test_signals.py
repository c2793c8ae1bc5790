"""Signals: what conditions say on each bar, from which bar on, and for how much."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.strategies.bars import goog, made_up
from tests.trading.strategies.documents import DOCUMENT, changed
from tests.trading.strategies.random_spec import random_spec
from trading.backtest.run import run_backtest
from trading.strategies.errors import LookbackError, RuleError, SpecError
from trading.strategies.mutate import with_volatility_target
from trading.strategies.parse import parse_spec
from trading.strategies.search import grid
from trading.strategies.signals import Signals, compute_signals
from trading.strategies.table import IndicatorCache, Plan
from trading.strategies.templates import TEMPLATES, Template, template

ARRAYS = ("long_entry", "long_exit", "short_entry", "short_exit", "size")
CLOSES = [10.0, 11, 12, 11, 10, 9, 10, 12, 12, 13]


def frame_of(closes: list[float]) -> pd.DataFrame:
    index = pd.bdate_range("2024-01-01", periods=len(closes))
    prices = pd.DataFrame({"Open": closes, "High": closes, "Low": closes, "Close": closes}, index)
    return prices.assign(Volume=[0.0, 5, 0, 5, 0, 5, 0, 5, 0, 5][: len(closes)])


def entries(condition: dict[str, Any], **more: Any) -> list[int]:
    """The bars on which a long-only spec with this entry enters."""
    document = {"name": "One", "long_entry": condition, "stops": {"time_stop": 3}, **more}
    return np.flatnonzero(
        compute_signals(parse_spec(document), frame_of(CLOSES)).long_entry
    ).tolist()


def over(left: Any, op: str, right: Any) -> dict[str, Any]:
    return {"op": op, "left": left, "right": right}


@pytest.mark.parametrize(
    ("condition", "bars"),
    [
        (over("close", ">", 11), [2, 7, 8, 9]),
        (over("close", ">=", 12), [2, 7, 8, 9]),
        (over("close", "<", 11), [4, 5, 6]),
        (over("close", "<=", 10), [4, 5, 6]),
        (over("close", "crosses_above", 10.5), [1, 7]),
        (over("close", "crosses_below", 10.5), [4]),
        (over(10.5, "crosses_above", "close"), [4]),
        (over("close", "crosses_above", 12), []),
        ({"op": "between", "value": "close", "low": 11, "high": 12}, [1, 2, 3, 7, 8]),
        ({"op": "not", "condition": over("close", ">", 10)}, [4, 5, 6]),
        ({"op": "and", "conditions": [over("close", ">", 11), over("volume", ">", 0)]}, [7, 9]),
        ({"op": "or", "conditions": [over("close", "<", 10), over("close", ">", 12)]}, [5, 9]),
        (over(over("close", "-", 2), "*", 2), None),
        (over(over("close", "+", over(2, "*", "open")), ">", 36), [9]),
        (over(over("close", "/", "volume"), ">", 2), [1, 3, 7, 9]),
        ({"op": "not", "condition": over(over(1, "/", "volume"), ">", 0)}, [2, 4, 6, 8]),
    ],
)
def test_conditions(condition: dict[str, Any], bars: list[int] | None):
    if bars is None:
        with pytest.raises(SpecError):
            entries(condition)
    else:
        assert entries(condition) == bars


def test_a_division_by_zero_is_silent_and_false(recwarn):
    condition = over(over("close", "/", over("close", "-", "close")), ">", 0)

    assert entries(condition) == []
    assert not recwarn.list


def test_nothing_is_decided_before_all_is_defined_and_one_bar_more():
    signals = compute_signals(parse_spec(DOCUMENT), made_up(300))

    assert signals.warmup == 39
    for name in ARRAYS[:4]:
        assert not getattr(signals, name)[:40].any()


def test_entries_on_both_sides_at_once_are_none():
    rule = over("close", ">", 1)
    spec = parse_spec({"name": "x", "direction": "both", "long_entry": rule, "short_entry": rule})
    signals = compute_signals(spec, made_up(50))

    assert not signals.long_entry.any()
    assert not signals.short_entry.any()


def test_an_entry_gives_way_to_the_exit_of_its_side():
    spec = parse_spec(
        {"name": "x", "long_entry": over("close", ">", 1), "long_exit": over("close", ">", 2)}
    )
    signals = compute_signals(spec, made_up(50))

    assert not signals.long_entry.any()
    assert signals.long_exit[1:].all()


def test_stops_and_size_come_with_their_values():
    document = changed("stops", {"stop_loss": 0.05, "take_profit": 0.2, "time_stop": 9})
    document["sizing"] = {"kind": "fixed_fraction", "fraction": 0.25}
    signals = compute_signals(parse_spec(document), made_up(100))

    assert (signals.stop_loss, signals.take_profit, signals.time_stop) == (0.05, 0.2, 9)
    assert signals.trailing_stop is None
    assert (signals.size == 0.25).all()


def test_a_volatility_target_takes_less_when_prices_move_more():
    frame = made_up(600, sd=0.005)
    wild = made_up(600, sd=0.03)
    spec = with_volatility_target(template("sma_long").make(), 0.15)
    calm_size, wild_size = (compute_signals(spec, bars).size[120:] for bars in (frame, wild))

    assert calm_size.max() == 1.0
    assert 0.15 < wild_size.mean() < 0.5
    assert wild_size[-1] == pytest.approx(
        0.15 / (np.diff(np.log(wild["Close"].to_numpy()))[-20:].std(ddof=1) * np.sqrt(252))
    )


def test_too_few_bars():
    with pytest.raises(LookbackError, match="50 bars are too few: usual looks back over"):
        compute_signals(template("volatility_managed").make(), made_up(50))
    spec = parse_spec(DOCUMENT)
    with pytest.raises(LookbackError):
        compute_signals(spec, made_up(41))
    assert compute_signals(spec, made_up(42)).warmup == 39


def test_an_indicator_that_never_has_a_value():
    flat = made_up(300).assign(Open=5.0, High=5.0, Low=5.0, Close=5.0)

    with pytest.raises(RuleError, match="indicator rsi has no value on any of the 300 bars"):
        compute_signals(template("rsi_reversion").make(), flat)


def test_a_column_that_is_not_there():
    with pytest.raises(RuleError, match="no column Volume"):
        compute_signals(template("obv_trend").make(), made_up(300).drop(columns="Volume"))


def equal(first: Signals, second: Signals, bars: int) -> None:
    assert first.warmup == second.warmup
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(first, name)[:bars], getattr(second, name)[:bars])


@pytest.mark.parametrize("found", TEMPLATES, ids=lambda found: found.kind)
def test_a_template_knows_nothing_of_the_future(found: Template):
    spec, frame = found.make(), made_up(500, seed=2)
    whole = compute_signals(spec, frame)

    for bars in (300, 411, 499):
        equal(compute_signals(spec, frame.iloc[:bars]), whole, bars)


def test_random_specs_know_nothing_of_the_future():
    frame = made_up(400, seed=4)
    for seed in range(60):
        spec = random_spec(np.random.default_rng(seed))

        equal(compute_signals(spec, frame.iloc[:333]), compute_signals(spec, frame), 333)


def test_a_shared_cache_and_other_values_give_what_a_new_spec_gives():
    spec, frame = template("sma_reversal").make(), made_up(400)
    cache = IndicatorCache(frame)

    for values in list(grid(spec))[:40]:
        alone = compute_signals(spec.with_parameters(**values), frame)
        equal(compute_signals(spec, frame, cache=cache, parameters=values), alone, 400)


def test_a_full_cache_forgets_the_oldest():
    spec, frame = template("sma_reversal").make(), made_up(400)
    small = IndicatorCache(frame, most_bytes=3 * 400 * 8)

    for values in grid(spec):
        compute_signals(spec, frame, cache=small, parameters=values)
    assert small.size <= 3 * 400 * 8


def test_whole_parameters_may_come_as_floats():
    spec, frame = parse_spec(DOCUMENT), made_up(100)
    whole = compute_signals(spec, frame, parameters={"fast": 6})

    equal(compute_signals(spec, frame, parameters={"fast": 6.0}), whole, 100)


def test_a_plan_gives_what_its_spec_gives():
    spec, frame = template("sma_reversal").make(), made_up(400)
    plan = Plan(spec)

    for values in list(grid(spec))[:40]:
        alone = compute_signals(spec.with_parameters(**values), frame)
        equal(compute_signals(plan, frame, parameters=values), alone, 400)


def test_a_plan_remembers_no_value_it_refused():
    plan = Plan(template("sma_reversal").make())
    compute_signals(plan, made_up(400), parameters={"fast": 5, "slow": 20})

    for wrong in ({"fast": True}, {"fast": 60, "slow": 20}, {"nobody": 1}):
        with pytest.raises(SpecError):
            compute_signals(plan, made_up(400), parameters=wrong)


def test_values_out_of_bounds_are_refused():
    with pytest.raises(SpecError, match="parameters.fast"):
        compute_signals(parse_spec(DOCUMENT), made_up(100), parameters={"fast": 99})


def test_the_frame_is_left_as_it_was():
    frame = made_up(300)
    before = frame.copy()

    compute_signals(template("obv_trend").make(), frame)

    pd.testing.assert_frame_equal(frame, before)


def test_the_numbers_of_backtesting_py():
    """Its own test: SMA 10/30 on GOOG, reversing, without commission."""
    base = template("sma_reversal").make().document()
    base["parameters"] = {
        "fast": {"type": "int", "value": 10, "low": 5, "high": 25},
        "slow": {"type": "int", "value": 30, "low": 26, "high": 100},
    }
    frame = goog()
    signals = compute_signals(parse_spec(base), frame)
    metrics = run_backtest(frame, signals, commission=0.0, calculation=1).metrics

    assert metrics.total_trades == 66
    assert metrics.final_equity == pytest.approx(51422.99, abs=0.01)


def test_single_bar_momentum_trades_a_planted_edge():
    """Returns that follow the last one by .35, next open = close: see the end of the issue."""
    frame = made_up(3000, seed=11, phi=0.35)

    found = {
        kind: run_backtest(frame, compute_signals(template(kind).make(), frame)).metrics
        for kind in ("single_bar_momentum", "single_bar_reversal")
    }

    assert (found["single_bar_momentum"].sharpe_ratio or 0) > 2
    assert (found["single_bar_reversal"].sharpe_ratio or 0) < 0
