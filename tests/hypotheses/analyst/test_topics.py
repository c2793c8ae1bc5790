"""Topics, which name things and claim nothing yet, and titles that set two things against each
other."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assessment import findings
from hypotheses.analyst.questions import questions
from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.domain.types import Language
from tests.hypotheses.graph.loop import last


def asked(text: str, language: Language) -> dict[str, str]:
    return questions(
        each for each in findings(read(text, language).claim, language, text) if not each.filled
    )


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Gardening and grief", "Is there a relation between gardening and grief?"),
        ("pt", "Videogame e gratidão em adolescentes",
         "Há relação entre o videogame e a gratidão em adolescentes?"),
        ("pt", "Robótica no ensino de física", "O que caracteriza robótica no ensino de física?"),
        ("en", "My dissertation is about burnout among lifeguards",
         "What characterises burnout among lifeguards?"),
        ("en", "Podcasts in the clinic", "What characterises podcasts in the clinic?"),
    ],
)  # fmt: skip
def test_a_topic_becomes_the_least_that_it_could_claim(language, text, wanted):
    assert first_version(text, language).question == wanted


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Gardening and grief in widowers from Leeds"),
        ("pt", "Videogame e gratidão em adolescentes de Recife"),
    ],
)
def test_of_a_topic_only_what_kind_of_claim_it_is_is_asked_first(language, text):
    assert not {"comparator", "direction", "measure"} & asked(text, language).keys()
    assert "design" in asked(text, language)


def test_of_people_alone_what_of_them_is_to_be_found_out_is_asked():
    assert "do you want to find out" in asked("Women in the merchant navy", "en")["outcome"]


@pytest.mark.parametrize(
    ("language", "text", "first", "second"),
    [
        ("en", "Foam rolling vs. massage for calf pain in hikers", "Foam rolling", "massage"),
        ("pt", "Hidroginástica x pilates na dor lombar de costureiras", "Hidroginástica",
         "pilates"),
        ("pt", "Esterco curtido vs. ureia na produtividade do milho", "Esterco curtido", "ureia"),
    ],
)  # fmt: skip
def test_what_sets_two_things_against_each_other_belongs_to_neither(language, text, first, second):
    claim = read(text, language).claim
    assert claim.exposure
    assert claim.comparator
    assert (claim.exposure.text, claim.comparator.text) == (first, second)
    assert claim.direction == "difference"


def test_a_thing_may_be_the_other_option_of_people():
    claim = read("Paper maps vs. GPS and sense of direction in scouts", "en").claim
    assert "fit" not in {each.slot for each in findings(claim, "en")}


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Something about sleep and exams",
         "Is there a relation between sleep and exams?"),
        ("pt", "alguma coisa sobre saúde mental de carteiro",
         "O que caracteriza a saúde mental de carteiro?"),
    ],
)  # fmt: skip
def test_something_about_a_thing_is_a_topic_and_no_reason_to_reject(language, text, wanted):
    assert not read(text, language).vetoes
    assert first_version(text, language).question == wanted


@pytest.mark.parametrize(
    ("text", "language", "begins"),
    [
        ("Quero explorar os motivos que levam idosos da Barra a recusar o Pix", "pt",
         "Quais são os motivos"),
        ("I want to explore the reasons why nurses leave", "en",
         "What are the reasons why nurses leave?"),
    ],
)  # fmt: skip
def test_what_a_list_names_is_not_asked_what_it_is_like(text, language, begins):
    assert last(text, language)["question"].startswith(begins)
