"""Confidence from p-values."""

from __future__ import annotations

import pytest

from trading.research import inference


@pytest.mark.parametrize(("p", "alpha"), [(0.05, 0.289), (0.01, 0.111), (0.001, 0.0184)])
def test_the_bounds_published_by_sellke_bayarri_and_berger(p: float, alpha: float):
    assert inference.tested(p) == pytest.approx(1.0 - 2.0 * alpha, abs=0.002)


@pytest.mark.parametrize(("p", "confidence"), [(1.0, 0.0), (0.4, 0.0), (0.0, 1.0)])
def test_ends_of_the_scale(p: float, confidence: float):
    assert inference.tested(p) == confidence


def test_what_was_not_tested_stays_below_its_ceiling():
    assert inference.untested(10, 20) == pytest.approx(inference.UNTESTED_CEILING / 2)
    assert inference.untested(10_000, 20) == inference.UNTESTED_CEILING
