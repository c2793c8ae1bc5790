"""Planted effects are found by the agent whose field they are; noise holds none."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.trading.research.support import ar1, ask, frame_of, garch, material, noise
from trading.research.agents.technical.pattern import candles, channel_state, seasons
from trading.research.bars import Bars


@pytest.mark.parametrize(
    ("phi", "edge"), [(0.35, "single_bar_momentum"), (-0.35, "single_bar_reversal")]
)
def test_momentum_of_one_bar(phi: float, edge: str):
    found = ask("momentum", material(frame_of(ar1(1_800, phi))))
    last = found["last_bar"]
    assert (last["edge"], last["significant"]) == (edge, True)
    assert last["params"]["direction"] == "both"
    assert found["autocorrelation_1"]["value"] == pytest.approx(phi, abs=0.06)


def test_the_break_even_cost_of_an_ar1_is_its_theory():
    """Gain phi sd sqrt(2/pi) a bar; 2 sides a change of sign, which has the chance acos(phi)/pi."""
    phi, sd = 0.35, 0.012
    last = ask("momentum", material(frame_of(ar1(60_000, phi), start="1750-01-01")))["last_bar"]
    gain = float(phi * sd * np.sqrt(2 / np.pi))
    assert last["params"]["gain_per_bar"] == pytest.approx(gain, rel=0.05)
    sides = 2 * np.arccos(phi) / np.pi
    assert last["params"]["break_even_cost"] == pytest.approx(gain / sides, rel=0.05)


def test_the_sign_is_what_the_rule_expects_now():
    returns = ar1(1_800, 0.35)
    returns[-1] = 0.01
    assert ask("momentum", material(frame_of(returns)))["last_bar"]["signal"] == 1.0
    returns[-1] = -0.01
    assert ask("momentum", material(frame_of(returns)))["last_bar"]["signal"] == -1.0


def test_slow_trends_are_found_by_the_trend_agent():
    """The mean return changes its sign every 120 bars."""
    drift = np.where(np.arange(2_400) // 120 % 2 == 0, 0.004, -0.004)
    found = ask("trend", material(frame_of(drift + noise(2_400))))
    assert found["price_above_mean_50"]["significant"]
    assert found["price_above_mean_50"]["edge"] == "trend"
    assert found["variance_ratio"]["significant"]
    assert (found["variance_ratio"]["value"] or 0.0) > 1.0


def test_clustering_is_no_edge_but_is_found():
    found = ask("volatility", material(frame_of(garch(2_000))))
    assert found["clustering"]["significant"]
    assert found["clustering"]["edge"] is None
    assert found["clustering"]["signal"] is None


def test_volatility_timing_pays_where_turbulence_pays_nothing():
    """Calm and turbulent half-years in turn; only the calm ones rise."""
    calm = np.arange(2_400) // 120 % 2 == 0
    returns = np.where(calm, 0.002, -0.001) + noise(2_400, 1) * np.where(calm, 0.6, 2.0)
    managed = ask("volatility", material(frame_of(returns)))["managed"]
    assert managed["significant"]
    assert managed["edge"] == "volatility"


def test_moves_on_high_volume_that_go_on():
    rng, n = np.random.default_rng(3), 2_400
    volume = np.where(rng.uniform(size=n) < 0.3, 3e6, 3e5)
    returns = noise(n, 4)
    for t in range(1, n):
        returns[t] += 0.5 * returns[t - 1] * (volume[t - 1] > 1e6)
    found = ask("volume", material(frame_of(returns).assign(Volume=volume)))["volume_driven"]
    assert found["significant"]
    assert (found["edge"], found["params"]["sign"]) == ("volume", 1)


def test_volume_that_goes_with_large_moves():
    returns = noise(1_000, 1)
    frame = frame_of(returns).assign(Volume=1e6 * (1.0 + 50.0 * np.abs(returns)))
    found = ask("volume", material(frame))["volume_size"]
    assert found["value"] == pytest.approx(1.0)
    assert found["edge"] is None


def test_amihud_as_computed_by_hand():
    frame = frame_of(np.tile([0.01, -0.01], 200)).assign(Volume=1_000.0)
    money = frame["Close"].to_numpy()[-252:] * 1_000.0
    found = ask("volume", material(frame))["amihud"]
    assert found["value"] == pytest.approx(100 * float((0.01 / money).mean()) * 1e8)
    assert found["status"] == "PROXY"


def test_the_turn_of_the_month():
    frame = frame_of(noise(2_000))
    turns = _turns(pd.DatetimeIndex(frame.index))
    planted = frame_of(noise(2_000) + 0.004 * turns)
    found = ask("pattern", material(planted))["turn_of_month"]
    assert found["significant"]
    assert (found["edge"], found["params"]["sign"]) == ("seasonality", 1)


def _turns(index: pd.DatetimeIndex):
    month = index.month.to_numpy()
    place = pd.Series(1, index=index).groupby([index.year, month]).cumcount().to_numpy()
    last = np.concatenate([month[1:] != month[:-1], [False]])
    return (place < 3) | last


def test_the_turn_is_known_a_bar_ahead():
    bars = Bars.of(frame_of(noise(300)), 252.0)
    rule = next(one for one in seasons(bars) if one.name == "turn_of_month")
    expected = _turns(bars.index)[1:]
    assert rule.position[3:-1] == pytest.approx(expected[3:].astype(float))
    assert np.isnan(rule.position[-1])


def test_a_weekday_is_found_and_pays_for_the_others():
    index = frame_of(noise(2_000)).index
    frame = frame_of(noise(2_000) + 0.004 * (index.day_of_week == 3))
    found = ask("pattern", material(frame))["weekday"]
    assert found["significant"]
    assert (found["params"]["day"], found["params"]["looked_at"]) == (3, 5)


def test_breakouts_that_go_on():
    drift = np.where(np.arange(2_400) // 60 % 2 == 0, 0.006, -0.006)
    found = ask("pattern", material(frame_of(drift + noise(2_400))))
    assert found["channel_20"]["significant"]
    assert found["channel_20"]["edge"] == "breakout"
    assert found["after_breakout_20"]["edge"] == "breakout"


def test_channel_state_as_computed_by_hand():
    close = np.array([1.0, 2.0, 3.0, 2.5, 1.5, 0.5, 0.7])
    state = channel_state(close, close, close, 2)
    assert np.isnan(state[:2]).all()
    assert list(state[2:]) == [1.0, 1.0, -1.0, -1.0, -1.0]


def test_candles_as_drawn():
    """A fall engulfed by a rise; then, after a falling week, a hammer."""
    frame = frame_of(np.full(12, -0.01))
    columns = ["Open", "High", "Low", "Close"]
    frame.loc[frame.index[8], columns] = [90.0, 96.0, 89.0, 95.5]
    frame.loc[frame.index[11], columns] = [88.0, 88.6, 84.0, 88.5]
    found = {rule.name: rule.position for rule in candles(Bars.of(frame, 252.0))}
    assert np.flatnonzero(found["engulfing_up"]).tolist() == [8]
    assert found["hammer"][11] == 1.0
    assert found["engulfing_down"].sum() == 0


@pytest.mark.parametrize("agent", ["trend", "momentum", "volatility", "volume", "pattern"])
def test_noise_holds_nothing(agent: str):
    """Holm over each agent's tests: about one in twenty series may show something."""
    found = [ask(agent, material(frame_of(noise(1_000, seed), seed))) for seed in range(20)]
    share = np.mean([any(one["significant"] for one in each.values()) for each in found])
    assert share <= 0.2
