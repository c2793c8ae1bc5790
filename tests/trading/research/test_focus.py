"""Where a round looks."""

from __future__ import annotations

import pytest

from trading.research.swarm import focus_for
from trading.research.types import Focus


def test_the_first_round_looks_at_single_bars():
    assert focus_for(1) == Focus()


@pytest.mark.parametrize(
    ("failure", "cause", "regime"),
    [
        ("DESIGN_FLAW", "drawdown", "volatility"),
        ("DESIGN_FLAW", "overfit", "mean"),
        ("PARAMETER_ISSUE", "near_miss", "volatility"),
        ("RESEARCH_GAP", "nothing_works", "mean"),
        ("", "", "mean"),
    ],
)
def test_the_second_is_guided_by_the_failure(failure: str, cause: str, regime: str):
    focus = focus_for(2, {"failure_class": failure, "cause": cause})
    assert (focus.horizons, focus.regime, focus.guidance) == ((1, 5, 21), regime, failure)


@pytest.mark.parametrize("number", [3, 4])
def test_later_rounds_ask_what_is_stable(number: int):
    focus = focus_for(number, None)
    assert (focus.round, focus.stability, focus.regime) == (number, True, "")
