"""Words of a claim that another sentence explains: pronouns, and null hypotheses."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assessment import assess
from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.domain.types import Language
from tests.hypotheses.graph.loop import refine


def question(text: str, language: Language) -> str:
    made: str = refine(text, language=language)["hypothesis_versions"][-1]["question"]
    return made


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Standing desks cost a fortune. Do they reduce back pain in office workers?",
         "Do standing desks reduce back pain in office workers"),
        ("en", "We want to write a new timetable and check whether it shortens the queue at lunch.",
         "Does a new timetable shorten the queue at lunch"),
        ("en", "Make a card game about fractions and see if pupils like it more than the workbook.",
         "Do pupils like a card game about fractions more than the workbook"),
        ("en", "I'd like to knit a bag that holds eggs and see if it breaks fewer than a box.",
         "Does a bag that holds eggs break fewer than a box"),
        ("pt", "As calçadas novas ficaram prontas. Será que elas diminuem as quedas dos idosos?",
         "As calçadas novas diminuem as quedas dos idosos"),
        ("pt", "Pretendo propor um filtro de barro e ver se remove mais ferro que o de carvão.",
         "Um filtro de barro remove mais ferro que o de carvão"),
        ("pt", ("Vou escrever um folheto sobre dengue e ver se as famílias aprendem mais com ele "
                "do que com a palestra."),
         "As famílias aprendem mais com um folheto sobre dengue do que com a palestra"),
    ],
)  # fmt: skip
def test_a_pronoun_is_asked_as_what_it_stands_for(language, text, wanted):
    assert question(text, language).startswith(wanted)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        # Its own sentence says who they are.
        ("en", "Buses are late. Do cyclists sleep better when they ride to work?",
         "Do cyclists sleep better when they ride to work"),
        ("en", "The bell is new. Is it true that music calms hens?",
         "Does music calm hens"),
        # What its author may do with it is not what is asked.
        ("en", ("My hunch is that rye dough rises slower than wheat dough, and I'd like to see if "
                "I can prove it."), "Does rye dough rise slower than wheat dough"),
        # Nothing that was said is one of several.
        ("en", "The dog barks. Do they sleep less on windy nights?",
         "Do they sleep less on windy nights"),
    ],
)  # fmt: skip
def test_other_pronouns_stay(language, text, wanted):
    assert first_version(text, language).question.startswith(wanted)


def test_what_a_pronoun_stands_for_is_shown_where_its_author_wrote_it():
    text = "Standing desks cost a fortune. Do they reduce back pain in office workers?"
    found = read(text, "en")
    varies, outcome = found.claim.exposure, found.claim.outcome
    assert varies is not None
    assert outcome is not None
    assert text[varies.start : varies.end] == varies.text == "Standing desks"
    assert text[outcome.start : outcome.end] == outcome.text == "back pain"


def test_what_was_changed_is_told_once():
    text = "I moved my hives into partial shade last spring and since then they've swarmed less."
    made = question(text, "en")
    assert made.count("shade") == 1
    assert made.startswith("Have my hives swarmed less since I moved my hives into partial shade")


def test_whose_article_stood_with_a_preposition_keeps_it():
    text = "Mudei o treino das meninas do vôlei para a manhã e elas têm faltado menos."
    assert question(text, "pt").startswith("As meninas do vôlei têm faltado menos desde que mudei")


def test_what_was_changed_names_who_is_counted():
    text = "I gave the hens a lamp in May and it seems they lay more eggs."
    assert question(text, "en").startswith("Do the hens lay more eggs since I gave the hens a lamp")


@pytest.mark.parametrize(
    ("language", "text", "wanted", "null"),
    [
        ("en", ("My null hypothesis is that there is no difference in reading speed between left "
                "and right handers."),
         "Is there a difference in reading speed between left and right handers",
         "There is no difference in reading speed"),
        ("en", "H0: the colour of the plate does not affect how much guests eat.",
         "Does the colour of the plate affect how much guests eat",
         "The colour of the plate does not"),
        ("pt", "Minha hipótese nula é que o turno não tem efeito sobre a nota dos alunos.",
         "O turno tem efeito sobre a nota dos alunos", "O turno não tem efeito"),
    ],
)  # fmt: skip
def test_a_null_hypothesis_is_asked_without_its_denial(language, text, wanted, null):
    assert question(text, language).startswith(wanted)
    made = assess(text, language)
    assert made.null.startswith(null)
    assert made.claim.direction == "difference"


def test_a_claim_of_no_difference_is_no_null_hypothesis():
    assert (
        read("The colour of the plate makes no difference to appetite.", "en").claim.direction
        == "none"
    )


def test_which_of_two_nouns_is_meant_is_asked():
    text = "Our choir sings in a church with an echo. Does it make the altos flatter than the hall?"
    claim = read(text, "en").claim
    assert claim.exposure is not None
    assert not claim.exposure.sure
    assert assess(text, "en").verdict != "approved"
