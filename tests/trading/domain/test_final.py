"""What sealed bars say of a variant."""

from __future__ import annotations

from typing import Any

import pytest

from trading.domain.gates import outcome

GOOD = {"sharpe_ratio": 0.9, "psr": 0.93, "combined_p": 0.004}


@pytest.mark.parametrize(
    ("changed", "error", "before", "found"),
    [
        ({}, 0.01, 0, "holds"),
        ({"psr": 0.6}, 0.01, 0, "holds"),  # one test decides, not the sealed bars alone
        ({"combined_p": 0.01}, 0.01, 0, "holds"),
        ({"combined_p": 0.011}, 0.01, 0, "failed"),
        ({"combined_p": None}, 0.01, 0, "failed"),
        ({"sharpe_ratio": 0.0}, 0.01, 0, "failed"),
        ({"sharpe_ratio": None}, 0.01, 0, "failed"),
        ({}, 0.01, 1, "spent"),
        ({"combined_p": 0.5}, 0.0, 3, "holds"),  # without one the sealed bars are judged alone
        ({"psr": 0.79}, 0.0, 0, "failed"),
        ({"sharpe_ratio": -0.1}, 0.0, 0, "failed"),
        ({"psr": None}, 0.0, 0, "failed"),
    ],
)
def test_the_outcome(changed: dict[str, Any], error: float, before: int, found: str):
    assert outcome(GOOD | changed, final_error=error, openings_before=before) == found
