"""Corrections for many tests."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import false_discovery_control

from trading.research.inference import benjamini_hochberg, bonferroni, holm


def test_holm_as_computed_by_hand():
    # .01 x 4, .02 x 3, .03 x 2, then .04 held up by the one before
    assert holm([0.01, 0.04, 0.03, 0.02]) == pytest.approx([0.04, 0.06, 0.06, 0.06])


def test_holm_never_exceeds_one():
    assert holm([0.6, 0.9]) == [1.0, 1.0]


def test_benjamini_hochberg_agrees_with_scipy():
    p_values = np.random.default_rng(1).uniform(size=40) ** 3
    assert benjamini_hochberg(list(p_values)) == pytest.approx(false_discovery_control(p_values))


def test_no_tests_need_no_correction():
    assert holm([]) == []
    assert benjamini_hochberg([]) == []


def test_bonferroni_pays_for_all_that_were_looked_at():
    assert bonferroni(0.01, 5) == pytest.approx(0.05)
    assert bonferroni(0.5, 5) == 1.0
