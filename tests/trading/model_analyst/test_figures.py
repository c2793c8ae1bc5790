"""Numbers that a model may repeat."""

from __future__ import annotations

import pytest

from config.llm.figures import strike
from trading.model_analyst.number_check import known, shown

GIVEN = {"findings": [{"name": "past_return_20", "value": -0.5749, "n_obs": 1961,
                       "interpretation": "0.38 % more (t = 2.09, 1,911 bars)"}]}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["0.5749", "0.57", "0.6", "57.49 %", "57 %", "1961", "1,961", "1.961", "0,38 %", "2.09",
     "20 bars", "1,911"],
)  # fmt: skip
def test_a_given_one_may_be_said_again_and_rounded(text: str) -> None:
    assert strike(text, known(GIVEN), "#").figures == ()


@pytest.mark.parametrize("text", ["0.59", "58 %", "1960", "2.1", "99", "p of 0.05"])
def test_any_other_is_struck(text: str) -> None:
    assert strike(text, known(GIVEN), "#").figures


def test_numbers_are_shown_without_digits_that_say_nothing() -> None:
    told = {"a": 8.63422436, "b": 0.0378281, "c": 3e-9, "d": 1961, "e": None, "f": True}
    assert shown(told) == {
        "a": 8.63, "b": 0.0378, "c": "< 0.0001", "d": 1961, "e": None, "f": True,
    }  # fmt: skip
