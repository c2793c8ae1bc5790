"""Walk-forward efficiency."""

from __future__ import annotations

import numpy as np
import pytest

from trading.evidence.walk_forward.forward import walk_forward_efficiency


def test_it_is_the_part_of_the_return_that_is_kept() -> None:
    folds = [(np.full(200, 0.002), np.full(50, 0.001)), (np.full(250, 0.004), np.full(50, 0.002))]
    found = walk_forward_efficiency(folds)
    assert found.value == pytest.approx(0.5)
    assert found.details["bars"] == 100


def test_folds_weigh_by_their_bars_out_of_sample() -> None:
    folds = [(np.full(10, 0.01), np.full(30, 0.01)), (np.full(10, 0.03), np.full(10, 0.0))]
    found = walk_forward_efficiency(folds)
    assert found.details["in_sample"] == pytest.approx(0.015)
    assert found.details["out_of_sample"] == pytest.approx(0.0075)
    assert found.details["earning"] == 1


def test_what_loses_later_is_negative() -> None:
    found = walk_forward_efficiency([(np.full(9, 0.01), np.full(9, -0.01))])
    assert found.value == pytest.approx(-1)


@pytest.mark.parametrize(
    ("folds", "reason"),
    [
        ([], "no_folds"),
        ([(np.full(9, -0.01), np.full(9, -0.02))], "in_sample_loss"),
        ([(np.zeros(9), np.full(9, 0.02))], "in_sample_loss"),
        ([(np.full(9, 0.01), np.empty(0))], "too_short"),
        ([(np.full(9, 0.01), np.array([np.nan]))], "not_finite"),
    ],
)
def test_what_says_nothing_has_no_value(folds, reason: str) -> None:
    assert walk_forward_efficiency(folds).reason == reason
