"""Clusters of trials: copies are one, strangers stay apart."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from trading.evidence import tally as module
from trading.evidence.answer import Answer
from trading.evidence.series import sharpe_ratios
from trading.evidence.tally import Clusters, clusters_of


def noise(trials: int, bars: int = 600, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.01, (trials, bars))


def found(returns: np.ndarray, **options: float) -> Clusters:
    clusters = clusters_of(returns, **options)  # type: ignore[arg-type]
    assert isinstance(clusters, Clusters)
    return clusters


def families(sizes: list[int], spread: float = 0.5) -> np.ndarray:
    """Variants of one idea each, correlated by 1 / (1 + spread^2)."""
    rng = np.random.default_rng(1)
    ideas = np.repeat(noise(len(sizes), 900, 2), sizes, axis=0)
    return ideas + spread * rng.normal(0, 0.01, ideas.shape)


def test_independent_trials_stay_apart() -> None:
    clusters = found(noise(120))
    assert clusters.trials.effective == clusters.trials.raw == 120


def test_families_are_found_the_largest_first() -> None:
    clusters = found(families([5, 30, 12]))
    assert np.bincount(clusters.labels).tolist() == [30, 12, 5]
    assert clusters.labels[0] == 2
    assert clusters.trials.effective == 3


def test_copies_are_one() -> None:
    clusters = found(np.repeat(noise(1), 50, axis=0))
    assert clusters.trials.effective == 1
    assert clusters.trials.variance == 0


def test_a_strategy_and_its_opposite_are_two() -> None:
    one = noise(1)
    assert found(np.concatenate([one, -one])).trials.effective == 2


def test_the_variance_is_that_of_the_clusters_ratios() -> None:
    clusters = found(families([20, 20, 20]))
    assert clusters.trials.variance == pytest.approx(np.var(clusters.ratios, ddof=1))
    assert np.allclose(clusters.ratios, sharpe_ratios(clusters.returns))


def test_members_weigh_by_one_over_their_variance() -> None:
    calm = noise(1)
    wild = 3 * calm + noise(1, seed=9) * 0.01
    joined = found(np.concatenate([calm, wild])).returns[0]
    weights = 1 / np.array([calm.var(), wild.var()])
    assert np.allclose(joined, weights @ np.concatenate([calm, wild]) / weights.sum())


def test_one_that_never_moved_is_counted_but_in_no_cluster() -> None:
    returns = np.concatenate([noise(4), np.zeros((3, 600))])
    clusters = found(returns)
    assert clusters.labels.tolist()[4:] == [-1] * 3
    assert (clusters.trials.effective, clusters.trials.raw) == (4, 7)


def test_trials_without_returns_count_on_their_own() -> None:
    trials = found(np.repeat(noise(1), 10, axis=0), raw=14).trials
    assert (trials.effective, trials.raw) == (5, 14)


def test_beyond_what_can_be_compared_copies_are_joined_and_strangers_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST", 6)
    clusters = found(np.repeat(noise(10), 3, axis=0))
    assert clusters.trials.effective == 10
    assert np.bincount(clusters.labels).tolist() == [3] * 10


def test_a_lower_cut_joins_more() -> None:
    returns = families([10, 10], spread=1.5)  # correlated by .31
    assert found(returns, cut=0.1).trials.effective == 2
    assert found(returns, cut=0.9).trials.effective == 20


def test_one_trial_is_one_cluster() -> None:
    assert found(noise(1)).trials.effective == 1


@pytest.mark.parametrize(
    ("returns", "reason"),
    [
        (np.zeros((4, 50)), "constant"),
        (np.zeros((0, 50)), "too_short"),
        (np.zeros((4, 0)), "too_short"),
        (np.full((2, 50), np.nan), "not_finite"),
    ],
)
def test_what_says_nothing_has_no_clusters(returns: np.ndarray, reason: str) -> None:
    answer = clusters_of(returns)
    assert isinstance(answer, Answer)
    assert answer.reason == reason


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="cut"):
        clusters_of(noise(3), cut=1.0)
    with pytest.raises(ValueError, match="series"):
        clusters_of(noise(3), raw=2)
    with pytest.raises(ValueError, match="dimensions"):
        clusters_of(noise(1)[0])


def test_its_memory_is_that_of_the_distances_and_of_a_few_series() -> None:
    """Not that of all series once more, in double precision."""
    series = families([2_000])[:, :300].astype(np.float32)
    clusters_of(series[:10])  # what is imported and compiled is not counted
    distances = 8 * len(series) * (len(series) - 1) // 2
    tracemalloc.start()
    try:
        clusters_of(series)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < distances + 3 * series.nbytes
