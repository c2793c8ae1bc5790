"""Autocorrelation, portmanteau and variance ratio."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from tests.trading.research.support import ar1, garch, noise
from trading.research.inference import (
    autocorrelation,
    joint_variance_ratio,
    robust_portmanteau,
    variance_ratio,
)


def test_autocorrelation_as_computed_by_hand():
    found = autocorrelation(np.array([2.0, 1.0, -1.0, -2.0, 0.0]))
    assert found is not None
    # sum of squares 10, products 2 - 1 + 2 + 0 = 3, bias 1/5; variance (4 + 1 + 4) / 100
    assert found.value == pytest.approx(0.3 + 0.2)
    assert found.statistic == pytest.approx(0.5 / 0.3)


def test_autocorrelation_finds_a_planted_one():
    found = autocorrelation(ar1(5_000, 0.2, seed=3))
    assert found is not None
    assert found.value == pytest.approx(0.2, abs=0.03)
    assert found.p_value < 1e-10


def test_robust_variance_is_wider_when_volatility_clusters():
    """The plain error 1/sqrt(n) would call clustered noise autocorrelated too often."""
    plain, robust = [], []
    for seed in range(60):
        returns = garch(1_500, seed)
        found = autocorrelation(returns)
        assert found is not None
        robust.append(abs(found.statistic))
        plain.append(abs(found.value) * np.sqrt(len(returns)))
    assert np.mean(robust) < np.mean(plain)
    assert np.mean(np.array(robust) > 1.96) <= 0.12


def test_variance_ratio_of_two_is_one_plus_the_autocorrelation():
    returns = ar1(20_000, 0.3, seed=1)
    found = variance_ratio(returns, 2)
    assert found is not None
    assert found.value == pytest.approx(1.3, abs=0.03)


def test_variance_ratio_agrees_with_the_formula_written_out():
    """Lo & MacKinlay 1988, equations 12 to 20, in plain loops."""
    x = list(noise(60, seed=5))
    n, q = len(x), 4
    mu = sum(x) / n
    one = sum((v - mu) ** 2 for v in x) / (n - 1)
    sums = [sum(x[t - q + 1 : t + 1]) for t in range(q - 1, n)]
    many = sum((s - q * mu) ** 2 for s in sums) / (q * (n - q + 1) * (1 - q / n))
    total = sum((v - mu) ** 2 for v in x) ** 2
    theta = 0.0
    for j in range(1, q):
        delta = sum((x[t] - mu) ** 2 * (x[t - j] - mu) ** 2 for t in range(j, n)) / total
        theta += (2 * (q - j) / q) ** 2 * delta
    found = variance_ratio(np.array(x), q)
    assert found is not None
    assert found.value == pytest.approx(many / one)
    assert found.statistic == pytest.approx((many / one - 1) / np.sqrt(theta))
    assert found.p_value == pytest.approx(2 * norm.sf(abs(found.statistic)))


def test_the_joint_ratio_pays_for_its_spans():
    returns = noise(1_000, seed=2)
    joint = joint_variance_ratio(returns, (2, 4, 8, 16))
    assert joint is not None
    most, span = joint
    alone = variance_ratio(returns, span)
    assert alone is not None
    assert most.p_value == pytest.approx(1 - (1 - alone.p_value) ** 4)


def test_the_portmanteau_is_the_sum_of_squared_z():
    returns = noise(500, seed=4)
    found = robust_portmanteau(returns, 3)
    each = [autocorrelation(returns, lag) for lag in (1, 2, 3)]
    assert found is not None
    assert found.value == pytest.approx(sum(one.statistic**2 for one in each if one))


@pytest.mark.parametrize("returns", [np.zeros(100), np.zeros(0), np.ones(3)])
def test_nothing_is_said_of_constant_or_missing_returns(returns):
    assert autocorrelation(returns) is None
    assert variance_ratio(returns, 4) is None
    assert joint_variance_ratio(returns, (2, 4)) is None
    assert robust_portmanteau(returns, 3) is None
