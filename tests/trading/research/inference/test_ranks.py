"""Rank correlation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr

from tests.trading.research.support import noise
from trading.research.inference import ranks, spearman


def test_ranks_share_ties():
    values = np.array([3.0, 1.0, 3.0, 2.0])
    assert ranks(values) == pytest.approx(rankdata(values))


def test_spearman_agrees_with_scipy():
    a, b = noise(80, 1), noise(80, 2)
    found, expected = spearman(a, b), spearmanr(a, b)
    assert found is not None
    assert found.value == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)


def test_a_constant_has_no_rank_correlation():
    assert spearman(np.ones(50), noise(50, 1)) is None
