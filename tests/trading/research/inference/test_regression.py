"""Least squares with robust errors."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import linregress

from tests.trading.research.support import noise
from trading.research.inference import predictive_slope, robust_regression


def test_coefficients_agree_with_scipy():
    x, y = noise(200, 1), noise(200, 2)
    found = robust_regression(y + 0.5 * x, x)
    expected = linregress(x, y + 0.5 * x)
    assert found is not None
    assert found[0].estimate == pytest.approx(expected.intercept)
    assert found[1].estimate == pytest.approx(expected.slope)


def test_errors_are_hc3_as_written_out():
    x, y = noise(30, 3), noise(30, 4)
    design = np.column_stack([np.ones(30), x])
    inverse = np.linalg.inv(design.T @ design)
    beta = inverse @ design.T @ y
    meat = np.zeros((2, 2))
    for row, value in zip(design, y, strict=True):
        leverage = row @ inverse @ row
        meat += np.outer(row, row) * ((value - row @ beta) / (1 - leverage)) ** 2
    error = np.sqrt((inverse @ meat @ inverse)[1, 1])
    found = robust_regression(y, x)
    assert found is not None
    assert found[1].t == pytest.approx(beta[1] / error)


@pytest.mark.parametrize("column", [np.ones(50), np.zeros(50)])
def test_a_constant_column_has_no_slope(column):
    assert robust_regression(noise(50, 1), column) is None


def test_collinear_columns_have_no_slopes():
    x = noise(50, 1)
    assert robust_regression(noise(50, 2), x, 2.0 * x) is None


def test_the_correction_removes_the_bias_of_long_sums():
    """On noise, the slope on a year's sum of returns is biased towards reversal."""
    span, raw, corrected = 250, [], []
    for seed in range(150):
        returns = noise(1_000, seed)
        total = np.concatenate([[0.0], np.cumsum(returns)])
        past = total[span:-1] - total[: -span - 1]
        ahead = returns[span:]
        fitted, mended = robust_regression(ahead, past), predictive_slope(ahead, past, past)
        assert fitted is not None
        assert mended is not None
        raw.append(fitted[1].t)
        corrected.append(mended.t)
    assert np.mean(raw) < -0.35
    assert abs(np.mean(corrected)) < abs(np.mean(raw)) / 2
