"""Numbers in a model's text are held to what it was told, with room for rounding."""

from __future__ import annotations

import pytest

from trading.model_analyst.number_check import MARK, AllowedNumbers, struck_note

DATA = {"sharpe_ratio": 1.3584, "max_drawdown": -0.156, "trades": 41, "note": "72 of 77 tests"}


@pytest.mark.parametrize(
    "text",
    [
        "A Sharpe ratio of 1.3584.", "A Sharpe ratio of 1.36.", "A Sharpe ratio of 1.4.",
        "It fell by 15.6 %.", "It fell by 16 %.", "Um Sharpe de 1,36.", "41 trades.",
        "72 of 77 tests.", "No number at all.",
    ],
)  # fmt: skip
def test_what_was_told_may_be_said_again_and_rounded(text: str):
    told = AllowedNumbers(DATA)
    assert told.hold(text) == text
    assert told.struck == []


def test_what_was_not_told_is_struck_and_noted():
    told = AllowedNumbers(DATA)
    assert told.hold("It earns 27 % with\n 41 trades.") == f"It earns {MARK} % with 41 trades."
    assert told.struck == ["27"]
    assert struck_note(told, "model-1", "en") == [
        "model-1: struck from its words, as nothing that it was told holds it: 27"
    ]


def test_a_spec_adds_its_own_numbers_for_its_own_text_alone():
    told = AllowedNumbers(DATA)
    own = told.with_own({"value": 200})
    assert own.hold("over 200 bars") == "over 200 bars"
    assert told.hold("over 200 bars") == f"over {MARK} bars"
    assert own.hold("over 300 bars") == f"over {MARK} bars"
    assert told.struck == ["200", "300"]


def test_nothing_struck_is_no_line():
    assert struck_note(AllowedNumbers(DATA), "model-1", "en") == []
