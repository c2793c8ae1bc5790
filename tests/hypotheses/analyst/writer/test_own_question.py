"""The author's own question is kept wherever it can be."""

from __future__ import annotations

import pytest

from hypotheses.analyst import structurer, writer
from hypotheses.domain.types import Language


def _first(text: str, language: Language) -> str:
    return structurer.first_version(text, language).question


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("In which month do herons leave the lake?", "en"),
        ("With which glaze do the bowls crack less?", "en"),
        ("Em que mês as garças deixam o lago?", "pt"),
        ("Is the glaze applied evenly when sprayed compared to when it is brushed?", "en"),
    ],
)
def test_a_question_keeps_its_words(text: str, language: Language) -> None:
    """A question behind a preposition is not turned a second time."""
    assert _first(text, language) == text


def test_a_claim_in_the_passive_keeps_its_words() -> None:
    """Its auxiliary moves before the subject; no word is lost by that."""
    text = "Our guess is that glaze is spread differently when sprayed compared to when brushed."
    asked = _first(text, "en")
    assert asked == "Is glaze spread differently when sprayed compared to when brushed?"


@pytest.mark.parametrize(
    ("text", "language", "lead"),
    [
        ("The representation of winter in old paintings.", "en",
         "What is known of the representation"),
        ("A forma e a cor dos selos de três vilas.", "pt", "O que se sabe da"),
    ],
)  # fmt: skip
def test_a_subject_in_doubt_is_asked_about(text: str, language: Language, lead: str) -> None:
    """Words that claim nothing become a question, too."""
    assert writer.echo(text, language).startswith(lead)
    assert writer.echo(text, language).endswith("?")
