"""Figures of certainty, against the examples of the papers they come from."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

from trading.domain.luck import expected_maximum, luck
from trading.evidence.sharpe import (
    Moments,
    moments,
    probabilistic_sharpe_ratio,
    sharpe_ratio,
)


def series(ratio: float, skew: float, kurtosis: float, count: int) -> np.ndarray:
    """Returns with exactly this Sharpe ratio (ddof 1), skewness and raw kurtosis.

    A normal sample, bent by a cubic (Fleishman) until its moments are those asked for.
    """
    grid = np.array([NormalDist().inv_cdf((i + 0.5) / count) for i in range(count)])
    bend = np.zeros(2)
    for _ in range(200):
        value, errors = _moments(grid, bend, skew, kurtosis)
        if np.abs(errors).max() < 1e-13:
            break
        slope = np.column_stack(
            [(_moments(grid, bend + step, skew, kurtosis)[1] - errors) / 1e-6
             for step in np.eye(2) * 1e-6]
        )  # fmt: skip
        bend = bend - np.linalg.solve(slope, errors)
    value = value / value.std(ddof=1)
    return np.asarray(value + ratio)


def _moments(grid, bend, skew, kurtosis):
    value = grid + bend[0] * grid**2 + bend[1] * grid**3
    value = (value - value.mean()) / value.std()
    return value, np.array([np.mean(value**3) - skew, np.mean(value**4) - kurtosis])


def psr(returns: np.ndarray, benchmark: float = 0.0) -> float | None:
    return probabilistic_sharpe_ratio(moments(returns), benchmark)


def test_psr_of_the_papers_two_hedge_funds():
    # Bailey & Lopez de Prado 2012, p. 10: two years of monthly returns, annual ratio 1.585. As
    # normal returns PSR(0) is .982; with skewness -2.448 and kurtosis 10.164 it is .913.
    monthly = 0.458
    assert psr(series(monthly, 0, 3, 24)) == pytest.approx(0.982, abs=5e-4)
    odd = series(monthly, -2.448, 10.164, 24)
    assert psr(odd) == pytest.approx(0.913, abs=5e-4)


def test_psr_against_a_benchmark():
    # The same fund against an annual ratio of 1, in the paper's formula with its moments.
    returns, benchmark = series(0.458, 0, 3, 24), 1 / math.sqrt(12)
    by_hand = (0.458 - benchmark) * math.sqrt(23) / math.sqrt(1 + 0.5 * 0.458**2)
    assert psr(returns, benchmark) == pytest.approx(NormalDist().cdf(by_hand), abs=1e-6)


def test_psr_is_half_at_the_ratio_itself():
    returns = series(0.1, -0.5, 5, 250)
    ratio = sharpe_ratio(returns)
    assert ratio is not None
    assert psr(returns, ratio) == pytest.approx(0.5)


def test_psr_covers_its_nominal_share_without_an_edge():
    rng = np.random.default_rng(3)
    found = [psr(rng.normal(0, 0.01, 250)) for _ in range(2_000)]
    assert np.mean([one is not None and one >= 0.95 for one in found]) == pytest.approx(
        0.05, abs=0.015
    )


@pytest.mark.parametrize(
    "returns",
    [[], [0.01], [0.0] * 50, [0.01] * 50, [1e-300] * 9],
    ids=["none", "one", "flat", "constant", "tiny"],
)
def test_degenerate_series_have_neither(returns: list[float]):
    assert sharpe_ratio(np.array(returns)) is None
    assert psr(np.array(returns)) is None


def test_the_ratio_is_mean_over_deviation():
    assert sharpe_ratio(np.array([0.01, 0.02, 0.03])) == pytest.approx(2.0)
    assert sharpe_ratio(np.array([-0.01, -0.02, -0.03])) == pytest.approx(-2.0)


def test_the_expected_maximum_of_the_paper():
    # Bailey & Lopez de Prado 2014, p. 9: after 100 independent trials whose annual ratios have a
    # variance of 1/2, at 250 observations a year: the daily benchmark is .1132.
    assert expected_maximum(100, math.sqrt(1 / (2 * 250))) == pytest.approx(0.1132, abs=5e-5)


def test_the_expected_maximum_is_what_simulations_show():
    rng = np.random.default_rng(5)
    for trials in (5, 50, 500):
        shown = rng.normal(0, 2.0, (20_000, trials)).max(axis=1).mean()
        assert expected_maximum(trials, 2.0) == pytest.approx(shown, rel=0.04)


@pytest.mark.parametrize("trials", [0, 1, -3])
def test_one_try_expects_nothing(trials: int):
    assert expected_maximum(trials, 1.0) == 0.0


def test_it_grows_with_the_trials():
    values = [expected_maximum(trials, 1.0) for trials in (1, 2, 3, 10, 100, 10_000)]
    assert values == sorted(values)
    assert values[1] > 0


def test_returns_that_are_not_finite_have_no_ratio():
    for odd in (math.nan, math.inf, -math.inf):
        assert sharpe_ratio(np.array([0.01, odd, 0.02])) is None
        assert moments(np.array([0.01, odd, 0.02])) is None


def test_the_moments_are_those_of_the_series():
    found = moments(series(0.2, -1.0, 6.0, 500))
    assert found == pytest.approx(Moments(0.2, 500, -1.0, 6.0), abs=1e-9)


def test_moments_under_which_the_ratio_has_no_spread_give_none():
    assert probabilistic_sharpe_ratio(Moments(2.0, 100, 3.0, 1.0)) is None


def test_the_luck_of_a_year_is_that_of_a_bar_over_its_bars():
    assert luck(100, 1_001, 252.0) == pytest.approx(
        expected_maximum(100, 1 / math.sqrt(1_000)) * math.sqrt(252)
    )
    assert luck(1, 1_001, 252.0) == luck(5, 1, 1.0) - expected_maximum(5, 1.0) == 0.0
