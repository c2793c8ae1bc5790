"""What is earned beyond the market, and what so many tries leave of it."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from trading.evidence.appraisal import combined_p, hedged, luck_p
from trading.evidence.sharpe import Moments, moments, probabilistic_sharpe_ratio

RNG = np.random.default_rng(1)


def test_holding_part_of_the_market_leaves_nothing():
    market = RNG.normal(0.001, 0.01, 500)
    assert np.abs(hedged(0.6 * market, market)).max() < 1e-15


def test_what_is_left_has_the_mean_of_jensens_alpha():
    market = RNG.normal(0.0005, 0.01, 4_000)
    own = 0.0003 + 0.5 * market + RNG.normal(0, 0.002, 4_000)
    left = hedged(own, market)
    assert left.mean() == pytest.approx(0.0003, abs=1e-4)
    assert np.corrcoef(left, market)[0, 1] == pytest.approx(0, abs=1e-12)


def test_a_market_that_stands_still_takes_nothing_away():
    own = RNG.normal(0, 0.01, 50)
    assert hedged(own, np.zeros(50)).tolist() == own.tolist()


def test_of_one_try_it_is_what_the_probabilistic_ratio_leaves():
    known = moments(RNG.normal(0.0008, 0.01, 800))
    psr = probabilistic_sharpe_ratio(known)
    assert psr is not None
    assert luck_p(known, 1) == pytest.approx(1 - psr, rel=1e-12)


@pytest.mark.parametrize("tries", [2, 7, 40])
def test_it_is_how_often_the_best_of_so_many_without_skill_shows_as_much(tries: int):
    known = Moments(0.06, 1_600, 0.0, 3.0)
    psr = probabilistic_sharpe_ratio(known)
    assert psr is not None
    best = np.random.default_rng(tries).standard_normal((200_000, tries)).max(axis=1)
    seen = float((best > NormalDist().inv_cdf(psr)).mean())
    assert luck_p(known, tries) == pytest.approx(seen, abs=0.003)


@pytest.mark.parametrize("tries", [1, 6, 30])
def test_with_the_sealed_bars_it_is_that_of_the_best_taken_on_to_them(tries: int):
    first, second = Moments(0.05, 2_400, 0.0, 3.0), Moments(0.03, 700, 0.0, 3.0)
    scores = []
    for one in (first, second):
        psr = probabilistic_sharpe_ratio(one)
        assert psr is not None
        scores.append(NormalDist().inv_cdf(psr))
    weights = np.sqrt(np.array([2_400, 700]) / 3_100)
    rng = np.random.default_rng(tries)
    best = rng.standard_normal((300_000, tries)).max(axis=1)
    drawn = weights[0] * best + weights[1] * rng.standard_normal(300_000)
    seen = float((drawn > weights @ scores).mean())
    assert combined_p(first, second, tries) == pytest.approx(seen, abs=0.003)


def test_more_tries_leave_less_and_sealed_bars_may_take_it_back():
    first, good, bad = (Moments(ratio, 2_000, 0.0, 3.0) for ratio in (0.05, 0.05, -0.05))
    few, many = combined_p(first, good, 3), combined_p(first, good, 60)
    lost = combined_p(first, bad, 3)
    assert few is not None
    assert many is not None
    assert lost is not None
    assert 0 < few < many < lost < 1


def test_what_has_no_ratio_has_no_probability():
    assert luck_p(None, 5) is None
    assert combined_p(None, Moments(0.05, 100, 0.0, 3.0), 5) is None
    assert combined_p(Moments(0.05, 100, 0.0, 3.0), None, 5) is None
