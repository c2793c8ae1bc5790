"""Rules under a focus: regimes, horizons, halves."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.research.support import PLAIN, ar1, ask, frame_of, material, noise
from trading.research.bars import Bars
from trading.research.inference import compare
from trading.research.rules import Rule, calmness, judge, scopes
from trading.research.sentences import Quantity, written
from trading.research.types import Focus

HALVES = Focus(round=3, stability=True)
BY_MEAN = Focus(round=2, regime="mean")


def half_an_edge(n: int = 2_000) -> np.ndarray:
    """An AR(1) in the first half only."""
    return np.concatenate([ar1(n // 2, 0.4), noise(n // 2, 9)])


def test_an_edge_of_one_half_is_found_in_the_whole_and_not_in_both_halves():
    given = material(frame_of(half_an_edge()))
    assert ask("momentum", given)["last_bar"]["significant"]
    assert not ask("momentum", given, HALVES)["last_bar.halves"]["significant"]


def test_an_edge_of_both_halves_has_the_larger_p_value():
    bars = Bars.of(frame_of(ar1(1_000, 0.3)), 252.0)
    rule = Rule("last_bar", np.sign(bars.past(1)), 1, "single_bar_momentum", None)
    (draft,) = judge(rule, bars, HALVES)
    parts = [
        compare(rule.position[part], bars.ahead[part], bars.past(1)[part])
        for part in (slice(0, 500), slice(500, 1_000))
    ]
    assert draft.p_value == max(part.p_value for part in parts if part)


def test_halves_that_disagree_hold_nothing():
    turned = np.concatenate([ar1(1_000, 0.4, 1), ar1(1_000, -0.4, 2)])
    assert ask("momentum", material(frame_of(turned)), HALVES)["last_bar.halves"]["p_value"] == 1.0


def test_measures_that_speak_for_an_edge_must_hold_in_both_halves_too():
    found = ask("volatility", material(frame_of(noise(1_500))), HALVES)
    assert "managed.halves" in found
    assert found["clustering"]["params"] == {"lags": 5}  # no edge: looked at as a whole


def test_regimes_split_the_bars():
    bars = Bars.of(frame_of(noise(1_500)), 252.0)
    (above, one), (below, other) = scopes(bars, BY_MEAN)
    assert (above, below) == ("above_mean", "below_mean")
    assert one is not None
    assert other is not None
    assert not (one & other).any()


def test_an_edge_of_one_regime_is_found_there_only():
    """Returns carry on only where the price is above its long mean."""
    shocks, closes, returns = noise(3_000, 5), [100.0], [0.0]
    for shock in shocks[1:]:
        above = len(closes) > 200 and closes[-1] > np.mean(closes[-200:])
        returns.append(0.4 * returns[-1] * above + shock)
        closes.append(closes[-1] * np.exp(returns[-1]))
    found = ask("momentum", material(frame_of(np.array(returns))), BY_MEAN)
    assert found["last_bar.above_mean"]["significant"]
    assert not found["last_bar.below_mean"]["significant"]
    assert "above the long mean" in found["last_bar.above_mean"]["interpretation"]


def test_calm_is_known_at_each_close():
    """Cutting the bars off later must not change what was calm before."""
    frame = frame_of(noise(900))
    whole, cut = Bars.of(frame, 252.0), Bars.of(frame.iloc[:700], 252.0)
    assert calmness(whole)[:700] == pytest.approx(calmness(cut), nan_ok=True)


def test_coarser_bars_name_their_horizon_and_are_not_single():
    found = ask("momentum", material(frame_of(noise(1_500))), Focus(round=2, horizons=(5,)))
    assert found["last_bar.h5"]["edge"] in ("momentum", "mean_reversion")
    assert found["last_bar.h5"]["params"]["horizon"] == 5


def test_too_few_coarse_bars_say_so():
    found = ask("trend", material(frame_of(noise(600))), Focus(round=2, horizons=(21,)))
    assert (found["bars.h21"]["status"], found["bars.h21"]["n_obs"]) == ("INSUFFICIENT", 28)


def test_no_position_depends_on_later_bars():
    """Rules on the first 900 bars are the same with and without the bars that follow."""
    from trading.research.agents.technical import momentum, pattern, trend, volatility, volume

    frame = frame_of(noise(1_000))
    whole, cut = Bars.of(frame, 252.0), Bars.of(frame.iloc[:900], 252.0)
    for module in (trend, momentum, volatility, volume, pattern):
        later = {(r.name, r.label): r for r in module.rules(whole)}
        for rule in module.rules(cut):
            if rule.looked_at > 1:  # the calendar's choice of a day; its position is of the date
                continue
            same = later[(rule.name, rule.label)].position[:899]
            assert rule.position[:899] == pytest.approx(same, nan_ok=True), rule.name


def test_the_newest_bars_are_no_part_of_a_test():
    """What is paid after the last bar but one is not known yet."""
    frame = frame_of(noise(500))
    changed = frame.copy()
    changed.iloc[-1, changed.columns.get_loc("Close")] *= 1.2
    changed.iloc[-1, changed.columns.get_loc("High")] *= 1.3
    before = ask("momentum", material(frame), PLAIN)["past_return_5"]
    after = ask("momentum", material(changed), PLAIN)["past_return_5"]
    assert before["p_value"] == after["p_value"]


def test_such_a_measure_states_the_p_value_of_its_halves() -> None:
    held = ask("volatility", material(frame_of(noise(1_500))), HALVES)["managed.halves"]
    p_value = held["p_value"]
    assert p_value is not None
    said = Quantity(p_value, "p")
    assert f"p {written(said, 'en')}" in held["interpretation"]
    assert held["sentence"]["values"]["p"] == {"value": held["p_value"], "style": "p"}
