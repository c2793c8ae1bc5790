"""Where a round looks."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from trading.research.focus import focus_for, focus_of
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


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_focus_survives_json(number: int):
    focus = focus_for(number, {"failure_class": "DESIGN_FLAW"})
    assert focus_of(json.loads(json.dumps(asdict(focus)))) == focus
