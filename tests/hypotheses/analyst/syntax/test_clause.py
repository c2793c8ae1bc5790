"""The clause of a claim, and its question."""

from __future__ import annotations

import pytest

from hypotheses.analyst.syntax.clause import clause, question
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.types import Language


def _asked(text: str, head: str, language: Language = "en") -> str | None:
    tree = parsed(split(text))
    return question(clause(tree, tree.words.lower.index(head), ()), language)


@pytest.mark.parametrize(
    ("text", "head", "asked"),
    [
        ("I reckon our night shift makes more errors.", "makes",
         "does our night shift make more errors"),
        ("Posting daily doesnt bring in more bookings", "bring",
         "does posting daily not bring in more bookings"),
        ("It's the case that the old pump broke less", "broke", "did the old pump break less"),
        ("The new beds are softer, but that may be me", "softer", "are the new beds softer"),
        ("In winter, cats sleep longer because it is cold", "sleep",
         "In winter, do cats sleep longer"),
        ("I want to know how young nurses sleep", "sleep", "how do young nurses sleep"),
        ("Cyclists with helmets get passed closer", "passed",
         "do cyclists with helmets get passed closer"),
        ("I'd like to know what it's like for them", "what", "what is it like for them"),
        ("There's no gap between the twins", "'s", "is there no gap between the twins"),
        ("what makes a good teacher", "makes", "what makes a good teacher"),
    ],
)  # fmt: skip
def test_a_clause_becomes_a_question(text: str, head: str, asked: str) -> None:
    assert _asked(text, head) == asked


def test_portuguese_asks_in_the_order_of_a_statement() -> None:
    text = "Acho que os clientes gastam mais quando toca música, mas pode ser o frio."
    assert _asked(text, "gastam", "pt") == "os clientes gastam mais quando toca música"


def test_what_has_no_subject_makes_no_english_question() -> None:
    assert _asked("more bees on the blue one", "bees") is None
