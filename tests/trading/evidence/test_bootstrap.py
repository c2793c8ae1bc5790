"""The stationary bootstrap against arch, and what its intervals cover."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trading.evidence.bootstrap import block_length, draw, intervals
from trading.evidence.sharpe import sharpe_ratio


def following(phi: float, bars: int, seed: int = 0) -> np.ndarray:
    """Returns that follow the last one."""
    found = np.random.default_rng(seed).normal(0, 0.01, bars)
    for i in range(1, bars):
        found[i] += phi * found[i - 1]
    return found


def deepest(returns: np.ndarray) -> float:
    worth = np.concatenate([[1.0], np.cumprod(1 + returns)])
    return float((worth / np.maximum.accumulate(worth) - 1).min())


def test_arch_draws_the_same_samples() -> None:
    from arch.bootstrap import StationaryBootstrap

    returns = following(0.2, 300)
    theirs = StationaryBootstrap(4, returns, seed=np.random.default_rng(5))
    plain = theirs.apply(lambda r: np.array([r.mean() / r.std(ddof=1), deepest(r)]), 150)
    ours = draw(returns, np.random.default_rng(5), resamples=150, block=4)
    assert np.allclose(ours, plain, rtol=1e-12)


@settings(max_examples=25, deadline=None)
@given(st.floats(-0.9, 0.9), st.integers(20, 900), st.integers(0, 99))
def test_arch_chooses_the_same_block(phi: float, bars: int, seed: int) -> None:
    from arch.bootstrap import optimal_block_length

    returns = following(phi, bars, seed)
    theirs = float(optimal_block_length(returns)["stationary"].iloc[0])
    assert block_length(returns) == pytest.approx(max(1.0, theirs), rel=1e-9)


def test_returns_that_follow_each_other_have_longer_blocks() -> None:
    assert block_length(following(0.6, 1500)) > 3 * block_length(following(0.0, 1500))


def test_the_figures_are_those_of_the_returns() -> None:
    returns = following(0.0, 250) + 0.001
    found = intervals(returns, np.random.default_rng(0), resamples=200)
    assert found.sharpe.value == pytest.approx(sharpe_ratio(returns))
    assert found.drawdown.value == pytest.approx(deepest(returns))
    for one in (found.sharpe, found.drawdown):
        assert one.value is not None
        assert one.details["low"] < one.value < one.details["high"] <= max(0, one.details["high"])


def test_the_interval_covers_the_true_ratio_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(200):
        found = intervals(rng.normal(0.001, 0.01, 250), rng, resamples=199, level=0.9).sharpe
        held += found.details["low"] <= 0.1 <= found.details["high"]
    assert held / 200 == pytest.approx(0.9, abs=0.06)


def test_a_seed_gives_the_same_again() -> None:
    first, second = (intervals(following(0, 99), np.random.default_rng(3)) for _ in range(2))
    assert first == second


def test_ruin_is_the_deepest_fall() -> None:
    returns = following(0, 40)
    returns[20] = -1.0
    found = intervals(returns, np.random.default_rng(0), resamples=50)
    assert found.drawdown.value == -1.0


@pytest.mark.parametrize(
    ("returns", "reason"),
    [
        (np.empty(0), "too_short"),
        (np.full(19, 0.01), "too_short"),
        (np.full(60, 0.01), "constant"),
        (np.zeros(60), "constant"),
        (np.array([0.01, np.nan] * 30), "not_finite"),
        (np.array([0.01, np.inf] * 30), "not_finite"),
        (np.array([0.01, -1.5] * 30), "not_finite"),
    ],
)
def test_what_says_nothing_has_no_interval(returns: np.ndarray, reason: str) -> None:
    found = intervals(returns, np.random.default_rng(0))
    assert (found.sharpe.reason, found.drawdown.reason) == (reason, reason)


def test_twenty_bars_are_enough_to_answer() -> None:
    found = intervals(following(0, 20), np.random.default_rng(0), resamples=50)
    assert found.sharpe.known
    assert found.drawdown.known


def test_one_bar_that_moved_is_enough_to_answer() -> None:
    returns = np.zeros(200)
    returns[50] = 0.1
    found = intervals(returns, np.random.default_rng(0), resamples=100)
    assert found.sharpe.details["low"] == 0.0


@pytest.mark.parametrize(("level", "block"), [(0.0, None), (1.0, None), (0.9, 0.5)])
def test_what_makes_no_sense_is_refused(level: float, block: float | None) -> None:
    with pytest.raises(ValueError, match="level|block"):
        intervals(following(0, 60), np.random.default_rng(0), level=level, block=block)
