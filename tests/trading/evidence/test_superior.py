"""Hansen's test against arch's published notebook, and what must hold of it."""

from __future__ import annotations

import numpy as np
import pytest

from trading.evidence.overfitting import (
    against_cash,
    against_hold,
    drawn_bars,
    long_run_variance,
    superior,
)


def of_the_notebook() -> tuple[np.ndarray, np.random.RandomState]:
    """Losses of arch's notebook "Multiple Comparisons", 500 models less the benchmark's.

    Forecasts from factors seen through noise, as published there (with the seed and numbers of
    numpy's old generator); no model is better than the benchmark.
    """
    old = np.random.RandomState(23456)
    seed = old.randint(0, 2**31 - 1)
    factors = old.randn(1000, 3)
    old.randn(1000)
    target = factors @ np.array([1, 0.5, 0.1])

    def losses() -> np.ndarray:
        seen = factors + old.randn(1000, 3)
        weights = np.linalg.lstsq(seen[:500], target[:500])[0]
        return np.asarray((target[500:] - seen[500:] @ weights) ** 2)

    benchmark = losses()
    return np.array([benchmark - losses() for _ in range(500)]), np.random.RandomState(seed)


def test_archs_published_notebook() -> None:
    excess, random = of_the_notebook()
    found = superior(excess, random, studentized=False)
    assert (found.details["lower"], found.value, found.details["upper"]) == (0.520, 0.723, 0.733)


@pytest.mark.parametrize("block", [1, 7])
def test_arch_draws_the_same_bars(block: int) -> None:
    from arch.bootstrap import StationaryBootstrap

    ours, theirs = np.random.default_rng(5), np.random.default_rng(5)
    drawn = StationaryBootstrap(block, np.arange(300), seed=theirs).bootstrap(3)
    for (places,), _named in drawn:
        assert list(drawn_bars(300, block, ours)) == list(places)


def noise(variants: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.01, (variants, 500))


def test_an_edge_among_noise_is_found() -> None:
    returns = noise(20)
    returns[13] += 0.002
    found = superior(returns, np.random.default_rng(0), resamples=300)
    assert found.value is not None
    assert found.value < 0.02
    assert found.details["best"] == 13


def test_a_calm_edge_is_found_beside_wild_noise() -> None:
    # What studentizing is for: means as they are let the wildest decide.
    returns = noise(10) * 10
    returns[3] = noise(1, 5)[0] + 0.002
    answers = [
        superior(returns, np.random.default_rng(0), resamples=300, studentized=how).value
        for how in (True, False)
    ]
    assert answers[0] is not None
    assert answers[1] is not None
    assert answers[0] < 0.02 < answers[1]


def test_noise_is_rarely_superior() -> None:
    rng = np.random.default_rng(1)
    found = [superior(noise(5, seed)[:, :200], rng, resamples=59).value for seed in range(60)]
    assert np.mean([value is not None and value < 0.1 for value in found]) <= 0.25


def test_the_three_p_values_are_in_order() -> None:
    found = superior(noise(8), np.random.default_rng(0), resamples=200)
    assert found.value is not None
    assert found.details["lower"] <= found.value <= found.details["upper"]


def test_the_long_run_variance_is_archs() -> None:
    from arch.bootstrap import SPA

    excess = noise(3)
    theirs = SPA(np.zeros(500), -excess.T, block_size=9)
    theirs._compute_variance()
    assert np.allclose(long_run_variance(excess, 9), theirs._loss_diff_var)


def plain_p_values(excess: np.ndarray, block: int, resamples: int, seed: int) -> list[float]:
    """Hansen 2005, section 3, one resample after the other."""
    n = excess.shape[1]
    means, spread = excess.mean(axis=1), np.sqrt(long_run_variance(excess, block))
    near = means >= -spread * np.sqrt(2 * np.log(np.log(n)) / n)
    centres = [np.maximum(means, 0), np.where(near, means, 0), means]
    rng, above = np.random.default_rng(seed), np.zeros(3)
    for _ in range(resamples):
        at = np.asarray(rng.integers(n, size=n))
        draws = np.asarray(rng.random(n))
        for i in range(1, n):
            if draws[i] > 1 / block:
                at[i] = (at[i - 1] + 1) % n
        sample = excess[:, at].mean(axis=1)
        above += [((sample - centre) / spread).max() > (means / spread).max() for centre in centres]
    return list(above / resamples)


def test_it_is_hansens_studentized_statistic() -> None:
    excess = noise(6) * np.arange(1, 7)[:, None] - 0.0004
    found = superior(excess, np.random.default_rng(3), resamples=120, block=5)
    told = [found.details["lower"], found.value, found.details["upper"]]
    assert told == pytest.approx(plain_p_values(excess, 5, 120, 3))


def test_hold_is_matched_to_each_variants_volatility() -> None:
    hold = noise(1)[0]
    half = 0.5 * hold + 0.001
    excess = against_hold(np.array([half, -hold]), hold)
    assert np.allclose(excess[0], 0.001)
    assert np.allclose(excess[1], -2 * hold)


def test_hold_that_does_not_move_is_cash() -> None:
    returns = noise(2)
    assert np.allclose(against_hold(returns, np.zeros(500)), against_cash(returns))


def test_cash_at_a_rate() -> None:
    assert np.allclose(against_cash(np.array([[0.01, 0.02]]), 0.005), [[0.005, 0.015]])


@pytest.mark.parametrize(
    ("excess", "reason"),
    [
        (np.zeros((2, 100)), "constant"),
        (np.full((2, 100), 0.01), "constant"),
        (np.zeros((0, 100)), "too_short"),
        (noise(2)[:, :29], "too_short"),
        (np.full((2, 100), np.nan), "not_finite"),
    ],
)
def test_what_says_nothing_has_no_value(excess: np.ndarray, reason: str) -> None:
    assert superior(excess, np.random.default_rng(0)).reason == reason


def test_one_variant_and_a_flat_one_have_an_answer() -> None:
    both = np.concatenate([np.zeros((1, 500)), noise(1)])
    found = superior(both, np.random.default_rng(0), resamples=50)
    assert found.known
    assert (found.details["variants"], found.details["best"]) == (1, 1)


def test_a_set_that_only_loses_is_not_superior() -> None:
    found = superior(noise(4) - 0.02, np.random.default_rng(0), resamples=99)
    assert found.value == 1.0


def test_a_block_below_one_bar_is_refused() -> None:
    with pytest.raises(ValueError, match="block"):
        superior(noise(2), np.random.default_rng(0), block=0)
