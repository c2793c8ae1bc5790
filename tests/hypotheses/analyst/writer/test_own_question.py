"""The author's own question is kept wherever it can be."""

from __future__ import annotations

import pytest

from hypotheses.analyst import structurer, writer
from hypotheses.analyst.reader import read
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
         "What characterises the representation"),
        ("A forma e a cor dos selos de três vilas.", "pt", "O que caracteriza a forma"),
    ],
)  # fmt: skip
def test_a_subject_in_doubt_is_asked_about(text: str, language: Language, lead: str) -> None:
    """Words that claim nothing become a question, too."""
    assert writer.echo(text, language).startswith(lead)
    assert writer.echo(text, language).endswith("?")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Which are the driest valleys?", "en"),
        ("Quais são os vales mais secos?", "pt"),
    ],
)
def test_a_question_for_which_ones_compares_them_with_each_other(
    text: str, language: Language
) -> None:
    """No comparison is put behind it, and nothing is stated that could be denied."""
    draft = structurer.first_version(text, language)
    assert draft.question == text
    made = writer.statements(draft.claim, language, draft.question)
    assert (made.null, made.alternative) == ("", "")


def test_a_short_verb_keeps_its_silent_letter() -> None:
    """`Cared` is of `care`, `barred` of `bar`, `added` of `add`."""
    made = [_first(f"I wonder if {who}.", "en") for who in (
        "owners cared for their boats", "clerks barred their doors", "cooks added more salt",
    )]  # fmt: skip
    assert made == [
        "Did owners care for their boats?", "Did clerks bar their doors?",
        "Did cooks add more salt?",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Does what we eat at night change our sleep?", "en"),
        ("Quem dorme pouco erra mais?", "pt"),
    ],
)
def test_a_question_that_can_be_denied_has_hypotheses(text: str, language: Language) -> None:
    """Only a question for a part of the claim itself states nothing."""
    draft = structurer.first_version(text, language)
    assert writer.statements(draft.claim, language, draft.question).null


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Veganos correm mais do que não veganos?", "pt"),
        ("Do divers sleep longer than sailors?", "en"),
    ],
)
def test_the_groups_that_are_compared_are_not_said_again(text: str, language: Language) -> None:
    """Whom the claim observes stands in the frame: both groups are in the question already."""
    found = structurer.Brief(text, language, text, read(text, language).claim)
    made = structurer.refine(found)
    assert made.claim.unit is not None
    assert made.claim.unit.text.lower() not in made.question.lower()
