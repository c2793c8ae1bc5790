"""PBO against the paper's extremes, purgedcv, and what must hold of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trading.evidence.overfitting import probability_of_overfitting, splits


def noise(variants: int, bars: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.01, (variants, bars))


def test_recentred_noise_is_overfitted_always() -> None:
    # With the mean of the whole taken out, who leads in one half must trail in the other.
    returns = noise(100, 2400)
    found = probability_of_overfitting(returns - returns.mean(axis=1, keepdims=True), blocks=8)
    assert found.value == 1.0
    assert found.details["combinations"] == 70


def test_one_with_a_real_edge_is_not() -> None:
    returns = noise(50, 1600)
    returns[7] += 0.004
    found = probability_of_overfitting(returns)
    assert found.value == 0.0
    assert found.details["loss"] == 0.0


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 9), st.integers(32, 150), st.integers(0, 1000), st.sampled_from([2, 4, 6, 8]))
def test_purgedcv_finds_the_same_logits(variants: int, bars: int, seed: int, blocks: int) -> None:
    from purgedcv import probability_of_backtest_overfitting

    returns = noise(variants, bars, seed)
    returns[0, : bars // 2] = 0.0  # did not trade in the first half
    returns[1] = returns[0] if seed % 3 == 0 else returns[1]  # a copy: equal ranks
    ours = splits(returns, blocks=blocks)
    theirs = probability_of_backtest_overfitting(returns, blocks)
    # They go through the blocks out of sample, we through those in sample.
    assert np.allclose(ours.logits[::-1], theirs.logits)
    assert np.allclose(ours.in_sample[::-1], theirs.is_oos_performance[:, 0], atol=1e-9)
    assert np.allclose(ours.out_of_sample[::-1], theirs.is_oos_performance[:, 1], atol=1e-9)


def test_on_noise_it_is_a_half_on_average() -> None:
    answers = [probability_of_overfitting(noise(10, 320, seed), blocks=8) for seed in range(150)]
    assert np.mean([one.value for one in answers if one.value is not None]) == pytest.approx(
        0.5, abs=0.06
    )


def test_returns_far_from_zero_lose_no_digits() -> None:
    far = 1e4 + noise(6, 400)
    first = far[:, :200]
    best = (first.mean(axis=1) / first.std(axis=1, ddof=1)).max()
    assert splits(far, blocks=4).in_sample[0] == pytest.approx(best, rel=1e-6)


def test_blocks_that_do_not_divide_the_bars_differ_by_one() -> None:
    found = probability_of_overfitting(noise(4, 1003))
    assert (found.details["shortest"], found.details["longest"]) == (62, 63)
    assert sum(splits(noise(4, 1003)).sizes) == 1003


def test_the_median_counts_as_overfitted() -> None:
    # Three variants: the middle one out of sample lies at the median, its logit is 0.
    returns = noise(3, 64, 1)
    logits = splits(returns, blocks=4).logits
    assert (logits == 0).any()
    assert probability_of_overfitting(returns, blocks=4).value == np.mean(logits <= 0)


@pytest.mark.parametrize(
    ("returns", "reason"),
    [
        (noise(1, 400), "one_trial"),
        (noise(0, 400), "one_trial"),
        (noise(5, 31), "too_short"),
        (noise(5, 0), "too_short"),
        (np.zeros((5, 400)), "constant"),
        (np.full((5, 400), 0.01), "constant"),
        (np.where(noise(5, 400) > 0.02, np.nan, 0.01), "not_finite"),
        (np.where(noise(5, 400) > 0.02, np.inf, 0.01), "not_finite"),
    ],
)
def test_what_says_nothing_has_no_value(returns: np.ndarray, reason: str) -> None:
    assert probability_of_overfitting(returns).reason == reason


def test_a_set_that_only_loses_has_a_value() -> None:
    found = probability_of_overfitting(noise(8, 400) - 0.02)
    assert found.value is not None
    assert found.details["loss"] == 1.0


@pytest.mark.parametrize("blocks", [0, 1, 7, -2])
def test_blocks_that_cannot_be_halved_are_refused(blocks: int) -> None:
    with pytest.raises(ValueError, match="halved"):
        probability_of_overfitting(noise(3, 100), blocks=blocks)
