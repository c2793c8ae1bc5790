"""What a variant is expected to do, by the stated method."""

from __future__ import annotations

import math

import pytest

from trading.analyst.rounds import METHOD, PRIOR, expected_performance
from trading.domain.luck import expected_maximum

SEEN = {"sharpe_ratio": 1.0, "volatility": 0.2}


def sharpe(seen: float, *, searched: int = 1, years: float = 8.0) -> float:
    figures = {"sharpe_ratio": seen, "volatility": 0.2}
    found: float = expected_performance(figures, searched=searched, years=years)["sharpe_ratio"]
    return found


def test_one_set_is_only_shrunk():
    assert sharpe(1.0) == pytest.approx(PRIOR / (PRIOR + 1 / 8))


def test_luck_is_taken_off_first():
    luck = expected_maximum(60, math.sqrt(1 / 8))
    assert sharpe(1.0, searched=60) == pytest.approx((1 - luck) * PRIOR / (PRIOR + 1 / 8))


def test_what_luck_explains_is_expected_to_be_nothing():
    assert sharpe(0.3, searched=60) == 0.0


def test_a_loss_is_not_made_worse_by_luck():
    assert sharpe(-1.0, searched=60) == -sharpe(1.0)


def test_more_years_are_believed_more():
    values = [sharpe(1.0, years=years) for years in (1, 4, 16, 1_000)]
    assert values == sorted(values)
    assert values[-1] == pytest.approx(1.0, abs=0.01)


def test_the_return_is_the_ratio_times_the_volatility():
    found = expected_performance(SEEN, searched=1, years=8)
    assert found["annual_return"] == pytest.approx(found["sharpe_ratio"] * 0.2)
    assert (found["method"], found["volatility"]) == (METHOD, 0.2)


@pytest.mark.parametrize("seen", [None, {}, {"sharpe_ratio": None, "volatility": 0.1}])
def test_without_figures_nothing_is_expected(seen):
    found = expected_performance(seen, searched=60, years=8)
    assert found == {"method": METHOD, "sharpe_ratio": None, "annual_return": None,
                     "volatility": None}  # fmt: skip


def test_a_missing_volatility_leaves_the_return_open():
    found = expected_performance({"sharpe_ratio": 1.0}, searched=1, years=8)
    assert found["annual_return"] is None
    assert found["sharpe_ratio"] > 0
