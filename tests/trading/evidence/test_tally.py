"""What the number of trials leaves: properties of the figures that count them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from trading.evidence.tally import SHOWN, Tried, tally

JUDGED: dict[str, Any] = {"0": [0.08, 400, -0.3, 4.0], "1": None}


def noise(trials: int, bars: int = 400, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.01, (trials, bars)).astype(np.float32)


def told(returns: np.ndarray, unplayed: int = 0, **judged: Any) -> dict[str, Any]:
    """The figures of trials, so many more of which could not be played."""
    hold = noise(1, returns.shape[1], 99)[0].astype(np.float64)
    kinds = [["trend"] for _ in returns]
    tried = Tried(returns, kinds, len(returns) + unplayed, hold, 252.0)
    found = tally(tried, judged or JUDGED, np.random.default_rng(3))
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    return found


def test_the_order_of_trials_does_not_matter() -> None:
    returns = np.concatenate([noise(6), noise(6) + noise(6, seed=1) * 0.3])
    shuffled = returns[np.random.default_rng(1).permutation(len(returns))]
    one, other = told(returns), told(shuffled)
    assert one["effective"] == other["effective"] == 6
    for name in ("variance", "raw_variance", "min_backtest_years", "luck"):
        assert one[name] == pytest.approx(other[name])
    assert one["variants"]["0"]["value"] == pytest.approx(other["variants"]["0"]["value"])
    assert one["pbo"]["value"] == pytest.approx(other["pbo"]["value"])


def test_a_copy_does_not_raise_the_effective_number_and_a_stranger_does() -> None:
    returns = noise(8)
    base = told(returns)["effective"]
    assert told(np.concatenate([returns, returns[:1]]))["effective"] == base
    assert told(np.concatenate([returns, noise(1, seed=5)]))["effective"] == base + 1


def test_a_trial_that_cannot_be_played_counts_as_its_own() -> None:
    found = told(noise(8), unplayed=3)
    assert (found["effective"], found["unplayed"]) == (11, 3)
    assert found["variants"]["0"]["value"] < told(noise(8))["variants"]["0"]["value"]


def test_more_trials_leave_less_of_a_ratio_and_ask_for_more_years() -> None:
    found = [told(noise(count)) for count in (2, 10, 40)]
    for name, rising in (("min_backtest_years", True), ("luck", True)):
        values = [one[name] for one in found]
        assert values == sorted(values, reverse=not rising)
    noises = [one["variants"]["0"]["details"]["noise"] for one in found]
    assert noises == sorted(noises, reverse=True)


def test_what_has_no_moments_has_no_ratio() -> None:
    found = told(noise(4))
    assert found["variants"]["1"] == {"value": None, "reason": "constant", "details": {}}


@pytest.mark.parametrize(
    ("returns", "unplayed", "effective", "reason"),
    [
        (np.zeros((0, 400), np.float32), 5, 5, "too_short"),
        (np.zeros((4, 400), np.float32), 2, 2, "constant"),
        (np.zeros((4, 400), np.float32), 0, 1, "constant"),
        (np.zeros((0, 400), np.float32), 0, 1, "too_short"),
    ],
)
def test_without_series_each_is_its_own_and_nothing_is_compared(
    returns: np.ndarray, unplayed: int, effective: int, reason: str
) -> None:
    found = told(returns, unplayed)
    assert found["effective"] == effective
    assert {found[name]["reason"] for name in ("pbo", "superior_cash", "superior_hold")} == {reason}
    assert found["clusters"] == []
    assert found["variants"]["0"]["value"] is not None


def test_one_cluster_is_compared_with_none() -> None:
    found = told(np.repeat(noise(1), 4, axis=0))
    assert (found["effective"], found["pbo"]["reason"]) == (1, "one_trial")


def test_the_largest_clusters_are_told_of() -> None:
    returns = np.concatenate([noise(30), np.repeat(noise(30)[4:5], 3, axis=0)])
    found = told(returns)
    assert len(found["clusters"]) == SHOWN
    assert [one["size"] for one in found["clusters"]] == [4] + [1] * (SHOWN - 1)
    assert found["clusters"][0]["kinds"] == ["trend"]


def test_planted_edges_are_superior_and_noise_is_not() -> None:
    returns = noise(6) + np.float32(0.0025) * (np.arange(6)[:, None] == 2)
    assert told(returns)["superior_cash"]["value"] < 0.05
    assert told(noise(6) - np.float32(0.001))["superior_cash"]["value"] > 0.3
