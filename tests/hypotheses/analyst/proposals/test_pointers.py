"""Words that point at what the text never names."""

from __future__ import annotations

import pytest

from hypotheses.analyst.proposals.pointers import unnamed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Does that rule protect the smaller shops?", "that rule"),
        ("I think that farmers who ask for such a loan tend to sell early.", "such a loan"),
        ("Será que tal norma favorece os pequenos produtores?", "tal norma"),
        ("Por que essas quedas ocorrem à noite?", "essas quedas"),
    ],
)
def test_what_points_back_at_nothing_is_found(text: str, words: str) -> None:
    """Nothing before it names what it is."""
    assert unnamed(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "This thesis asks whether shade slows rust.",
        "In this study we ask whether shade slows rust.",
        "The bank gives loans to farmers. Does that loan make them plant more?",
        "Do farmers with higher debts sell earlier in those years?",
        "Crops such as beans need less water.",
    ],
)
def test_what_points_at_something_named_is_left(text: str) -> None:
    """It points at the text itself, or at what stands before it."""
    assert unnamed(text) == ""
