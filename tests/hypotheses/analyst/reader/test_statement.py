"""The sentence of a text that states its claim."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.domain.types import Language

STORIES: list[tuple[Language, str, str, str]] = [
    ("en", ("The reading corner was painted green last year. I think that pupils who read in a "
     "quiet corner finish more books."), "who read in a quiet corner", "books"),
    ("en", ("The harbour has two ferries and a long queue. Does dredging the channel reduce the "
     "number of delayed ferries?"), "dredging the channel of the harbour",
     "number of delayed ferries"),
    ("pt", ("O laboratório comprou uma estufa nova no ano passado. Nossa hipótese: sementes "
     "embebidas em água morna germinam mais rápido."), "embebidas em água morna", "germinam"),
    ("pt", ("A quadra foi coberta em março. Será que o uso de caneleiras diminui as lesões no "
     "tornozelo?"), "uso de caneleiras", "lesões no tornozelo"),
    ("en", ("I used to believe that lending my neighbours a ladder made them friendlier. After "
     "this summer I don't believe it anymore, two of the five sold theirs."),
     "lending my neighbours a ladder", "friendlier"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "exposure", "outcome"), STORIES)
def test_the_claim_is_read_in_the_sentence_that_states_it(language, text, exposure, outcome):
    claim = read(text, language).claim
    assert claim.exposure is not None
    assert claim.outcome is not None
    assert (claim.exposure.text, claim.outcome.text) == (exposure, outcome)


def test_another_sentence_gives_the_place_that_the_statement_does_not_say():
    text = (
        "We study depression in rural Nepal. We hypothesize that people with a diagnosed heart "
        "disease have a higher incidence of depression than people without one."
    )
    bound = read(text, "en").claim.bound
    assert bound is not None
    assert bound.text == "in rural Nepal"
    assert text[bound.start : bound.end] == bound.text


def test_a_full_stop_within_a_sentence_ends_none():
    claim = read("Do cats vs. dogs in shelters find a home sooner?", "en").claim
    assert claim.outcome is not None
    assert "home" in claim.outcome.text


def test_a_title_before_a_dash_is_no_part_of_the_claim():
    text = "Guest comfort — is there a relation between pillow height and complaints at breakfast?"
    outcome = read(text, "en").claim.outcome
    assert outcome is not None
    assert outcome.text == "complaints at breakfast"


def test_two_questions_are_two_claims():
    questions = ["Do kids who sing more sleep better?", "Do kids who draw more eat slower?"]
    found = read(" ".join(questions), "en")
    assert found.claim.outcome is not None
    other = questions[found.claim.outcome.text != "eat"]
    assert [each.text for each in found.siblings] == [other]


def test_a_second_claim_does_not_take_the_sentence_before():
    text = (
        "The trial grew oats in our old plots. We wanted to know whether deep ploughing would "
        "affect the height of the oats and the weight of the grain."
    )
    siblings = read(text, "en").siblings
    assert siblings
    assert not any("old plots" in each.text for each in siblings)


def test_another_claim_lends_no_comparison():
    text = (
        "Are hotels with a pool less likely to close than hotels without one? I believe that "
        "hotels that bake their own bread get fewer complaints."
    )
    found = read(text, "en")
    assert found.siblings
    claim = found.claim
    of_the_pool = claim.exposure is not None and claim.exposure.text.endswith("with a pool")
    assert claim.comparator is None or of_the_pool


@pytest.mark.parametrize(
    ("language", "text", "exposure"),
    [
        ("pt", "Morcegos urbanos e consumo de insetos: praças sem poste têm mais mosquitos?",
         "sem poste"),
        ("en", "Street trees and the sleep of shift workers: do flats near a park stay cooler?",
         "near a park"),
    ],
)  # fmt: skip
def test_a_question_is_read_without_the_title_before_it(
    language: Language, text: str, exposure: str
) -> None:
    claim = read(text, language).claim
    assert claim.exposure is not None
    assert claim.exposure.text.endswith(exposure)


def test_a_condition_that_its_author_suspects_is_one_of_the_claim() -> None:
    text = (
        "Enfermeiras que usam aplicativo erram menos doses, mas desconfio que só quando o turno "
        "está calmo."
    )
    held = read(text, "pt").claim.qualifiers
    assert held is not None
    assert held.text == "só quando o turno está calmo"
