"""Products of many series: the sums of each, one term after the other."""

from __future__ import annotations

import numpy as np
import pytest

from trading.evidence import kernels
from trading.evidence.kernels import DEPTH, ROWS, WIDTH

RNG = np.random.default_rng(3)


def one_by_one(left, right):
    """Each sum from its first term to its last."""
    found = np.zeros((len(left), right.shape[1]))
    for t in range(len(right)):
        found += left[:, t : t + 1] * right[t]
    return found


@pytest.mark.parametrize(
    ("rows", "terms", "columns"),
    [(1, 1, 1), (ROWS, DEPTH, WIDTH), (ROWS + 1, DEPTH + 3, WIDTH + 5), (7, 200, 3), (3, 2, 300)],
)
def test_a_product_has_the_bits_of_sums_in_order(rows, terms, columns):
    left, right = RNG.normal(0, 1, (rows, terms)), RNG.normal(0, 1, (terms, columns))
    out = np.full((rows, columns), np.nan)
    kernels.multiply(left, right, out)
    assert out.tobytes() == one_by_one(left, right).tobytes()
    assert np.allclose(out, left @ right, atol=1e-12)


@pytest.mark.parametrize("terms", [0, 1, 4, 7, 1_003])
def test_a_sum_of_products(terms):
    one, other = RNG.normal(0, 1, (2, terms))
    assert kernels.dot(one, other) == pytest.approx(float(one @ other), rel=1e-10, abs=1e-12)


def test_leaders_are_the_first_of_those_alike():
    base = RNG.normal(0, 1, (3, 500))
    series = base[[0, 1, 0, 2, 1, 0]] + RNG.normal(0, 0.01, (6, 500))
    series -= series.mean(axis=1, keepdims=True)
    unit = series / np.sqrt((series**2).sum(axis=1, keepdims=True))
    found = np.empty(6, dtype=np.int64)
    kernels.find_leaders(unit, 0.99, found)
    assert found.tolist() == [0, 1, 0, 3, 1, 0]


@pytest.mark.parametrize("block", [1.0, 2.5, 40.0, 1e6])
def test_the_long_run_variance_is_the_weighted_sum_of_autocovariances(block):
    n = 90
    series = RNG.normal(0, 1, (4, n)) + np.sin(np.arange(n) / 5)
    centred = series - series.mean(axis=1, keepdims=True)
    i, stay = np.arange(1, n), 1.0 - 1.0 / block
    kappa = (1 - i / n) * stay**i + (i / n) * stay ** (n - i)
    plain = [
        sum(x * x) + 2 * sum(k * sum(x[lag:] * x[:-lag]) for lag, k in zip(i, kappa, strict=True))
        for x in centred
    ]
    found = np.empty(4)
    kernels.long_run_variances(centred, block, found)
    assert np.allclose(found, np.array(plain) / n, rtol=1e-9, atol=1e-9)
