"""Changes of structure give valid specs that do what was asked."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.strategies.bars import goog
from tests.trading.strategies.random_spec import random_spec
from trading.strategies.errors import SpecError
from trading.strategies.mutate import (
    REGIMES,
    to_long_only,
    with_regime_filter,
    with_stops,
    with_volatility_target,
)
from trading.strategies.parse import parse_spec
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.templates import TEMPLATES, Template, template

each = pytest.mark.parametrize("found", TEMPLATES, ids=lambda found: found.kind)


def valid(spec: StrategySpec) -> StrategySpec:
    """The spec, once its document was read again and it ran."""
    assert parse_spec(spec.document()) == spec
    compute_signals(spec, goog())
    return spec


@each
def test_without_the_short_side(found: Template):
    spec = found.make()
    long_only = valid(to_long_only(spec))
    signals, before = compute_signals(long_only, goog()), compute_signals(spec, goog())

    assert long_only.direction == "long"
    assert not signals.short_entry.any()
    left = signals.long_exit[before.short_entry]
    assert left.all()


def test_a_short_strategy_has_no_long_side():
    rule = {"op": ">", "left": "close", "right": "open"}
    document = {"name": "x", "direction": "short", "short_entry": rule, "stops": {"time_stop": 3}}

    with pytest.raises(SpecError, match="long"):
        to_long_only(parse_spec(document))


@each
@pytest.mark.parametrize("kind", REGIMES)
def test_a_regime_filter_only_takes_entries_away(found: Template, kind: str):
    spec = found.make()
    kept = valid(with_regime_filter(spec, kind))
    before, after = compute_signals(spec, goog()), compute_signals(kept, goog())

    assert not (after.long_entry & ~before.long_entry)[after.warmup + 1 :].any()
    assert after.long_entry.sum() <= before.long_entry.sum()
    assert len(kept.parameters) == len(spec.parameters) + 1


def test_a_held_back_reversal_still_closes():
    spec = with_regime_filter(template("sma_reversal").make(), "uptrend")
    signals = compute_signals(spec, goog())
    before = compute_signals(template("sma_reversal").make(), goog())
    after_warm_up = slice(signals.warmup + 1, None)

    assert (signals.long_exit & before.short_entry)[after_warm_up].sum() == (
        before.short_entry[after_warm_up].sum()
    )


def test_filters_can_be_stacked():
    spec = template("sma_long").make()
    for kind in ("uptrend", "calm", "strong_trend", "weak_trend"):
        spec = valid(with_regime_filter(spec, kind))

    assert {"regime_strength", "regime_strength_2"} <= set(spec.parameters)


@each
def test_stops_become_parameters(found: Template):
    spec = valid(with_stops(found.make(), stop_loss=0.05, take_profit=0.3, time_stop=10))
    signals = compute_signals(spec, goog())

    assert (signals.stop_loss, signals.take_profit, signals.time_stop) == (0.05, 0.3, 10)
    assert valid(with_stops(spec, stop_loss=0.1)).complexity() == spec.complexity()


@pytest.mark.parametrize("value", [0.004, 0.02, 0.0333, 0.07, 0.5, 0.9])
@pytest.mark.parametrize("stop", ["stop_loss", "take_profit", "trailing_stop"])
def test_any_sensible_stop_has_a_range_around_it(stop: str, value: float):
    spec = valid(with_stops(template("zscore_reversion").make(), **{stop: value}))
    parameter = spec.parameters[stop]

    assert parameter.low <= value <= parameter.high
    assert parameter.value == value


@pytest.mark.parametrize("value", [1, 2, 3, 5, 10, 100])
def test_any_time_stop_has_a_range_around_it(value: int):
    assert (
        valid(with_stops(template("sma_long").make(), time_stop=value)).values["time_stop"] == value
    )


@pytest.mark.parametrize("stops", [{"stop_loss": 0}, {"stop_loss": 2}, {"other": 0.1}])
def test_stops_that_make_no_sense(stops: dict[str, float]):
    with pytest.raises(SpecError):
        with_stops(template("sma_long").make(), **stops)


@each
def test_a_volatility_target(found: Template):
    spec = valid(with_volatility_target(found.make(), 0.1, length=30))

    assert spec.sizing.kind == "volatility_target"
    assert compute_signals(spec, goog()).size[300:].min() < 1


def test_all_changes_together_on_random_specs():
    changed = 0
    for seed in range(40):
        spec = random_spec(np.random.default_rng(seed))
        if spec.direction == "both":
            spec = to_long_only(spec)
        spec = with_volatility_target(with_stops(spec, stop_loss=0.05), 0.12)
        changed += parse_spec(with_regime_filter(spec, "calm").document()) is not None
    assert changed == 40
