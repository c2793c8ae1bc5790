"""Clustering and leverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

from tests.trading.research.support import garch, noise
from trading.research.inference import arch_lm, leverage, trimmed


def test_arch_lm_is_n_times_r_squared():
    returns = noise(300, 1)
    cut = trimmed(returns)
    squared = (cut - cut.mean()) ** 2
    x = np.column_stack([np.ones(298), squared[1:-1], squared[:-2]])
    fitted = x @ np.linalg.lstsq(x, squared[2:], rcond=None)[0]
    expected = 298 * np.var(fitted) / np.var(squared[2:])
    found = arch_lm(returns, lags=2)
    assert found is not None
    assert found.statistic == pytest.approx(expected)
    assert found.p_value == pytest.approx(chi2.sf(expected, 2))


def test_clustering_is_found_where_it_was_planted():
    found = arch_lm(garch(2_000, seed=1))
    assert found is not None
    assert found.p_value < 1e-6


def test_clustering_is_not_found_in_noise():
    found = [arch_lm(noise(1_000, seed)) for seed in range(60)]
    assert np.mean([one.p_value < 0.05 for one in found if one]) <= 0.12


def test_one_crash_does_not_hide_the_clustering():
    returns = garch(2_000, seed=1)
    returns[700] = -0.7
    found = arch_lm(returns)
    assert found is not None
    assert found.p_value < 1e-6


def test_leverage_is_found_where_falls_raise_volatility():
    rng, returns = np.random.default_rng(1), np.zeros(3_000)
    for t in range(1, 3_000):
        returns[t] = rng.normal(0.0, 0.02 if returns[t - 1] < 0 else 0.01)
    found = leverage(returns)
    assert found is not None
    assert found.estimate < 0
    assert found.p_value < 1e-10


@pytest.mark.parametrize("returns", [np.zeros(100), np.zeros(3)])
def test_nothing_is_said_of_constant_or_few_returns(returns):
    assert arch_lm(returns) is None
    assert leverage(returns) is None
