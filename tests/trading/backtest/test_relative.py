"""Alpha, beta and correlation against a benchmark."""

from __future__ import annotations

import numpy as np
import pytest

from trading.backtest.relative import relative

MARKET = np.array([0.01, -0.02, 0.03, 0.0, -0.01, 0.02])


def worth(moves: np.ndarray) -> np.ndarray:
    return np.concatenate([[100.0], 100.0 * np.cumprod(1 + moves)])


def test_a_rule_made_of_the_market_and_a_constant_is_told_apart_into_both():
    found = relative(worth(0.001 + 1.5 * MARKET), worth(MARKET), 252)
    assert found.beta == pytest.approx(1.5)
    assert found.correlation == pytest.approx(1.0)
    assert found.alpha == pytest.approx(0.252)
    assert found.bars == 7


def test_against_what_never_moves_alpha_is_the_mean_return_and_the_rest_is_undefined():
    found = relative(worth(MARKET), np.ones(7), 252)
    assert found.alpha == pytest.approx(MARKET.mean() * 252)
    assert (found.beta, found.correlation) == (None, None)


def test_where_the_benchmark_has_no_value_the_next_that_both_have_is_taken():
    market = worth(MARKET)
    market[3] = np.nan
    found = relative(worth(2 * MARKET), market, 252)
    kept = np.delete(worth(2 * MARKET), 3)
    other = np.delete(worth(MARKET), 3)
    expected = relative(kept, other, 252 * 5 / 6)
    assert (found.beta, found.correlation) == (expected.beta, expected.correlation)
    assert found.alpha == pytest.approx(expected.alpha)
    assert found.bars == 6


def test_too_few_bars_that_both_have_say_nothing():
    found = relative(worth(MARKET), np.full(7, np.nan), 252)
    assert (found.bars, found.alpha, found.beta, found.correlation) == (0, None, None, None)
