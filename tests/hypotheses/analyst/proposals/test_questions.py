import re

import pytest

from hypotheses.analyst.proposals import ask
from hypotheses.analyst.proposals.questions import Asked, questions
from hypotheses.domain.claim import DESIGNS, SLOTS
from tests.hypotheses.analyst.proposals.claims import claim

ASKED: tuple[Asked, ...] = (*(s for s in SLOTS if s != "leftover"), "direction", "hedge")


@pytest.mark.parametrize(
    ("language", "slot", "words", "expected"),
    [
        (
            "en",
            "bound",
            {"unit": "testers"},
            "Which “testers”: of which company, institution or region, and with what experience?",
        ),
        ("pt", "bound", {"unit": "alunos"}, "de que escola ou curso, em que ano e lugar?"),
        (
            "en",
            "bound",
            {"unit": "students"},
            "of which school or course, in which year and place?",
        ),
        (
            "pt",
            "bound",
            {"unit": "alunos", "exposure": "escolas com horta"},
            "de que ano escolar e de que rede ou município?",
        ),
        ("en", "bound", {"unit": "participants"}, "who exactly, from which place and period?"),
        ("pt", "bound", {"unit": "entrevistados"}, "quem exatamente, de que lugar e período?"),
        (
            "pt",
            "bound",
            {"unit": "oficina", "exposure": "deixar ver o carro", "outcome": "reclamação"},
            "onde, quando e com que características, exatamente?",
        ),
        (
            "pt",
            "bound",
            {"unit": "oficina", "exposure": "lição de casa", "outcome": "nota dos alunos"},
            "de que ano escolar, disciplina e escola?",
        ),
        (
            "en",
            "measure",
            {"unit": "articles", "outcome": "tone"},
            "How will “tone” be observed: a coding scheme, a dictionary, two coders?",
        ),
        (
            "pt",
            "margin",
            {"outcome": "frequência", "measure": "dias"},
            "“frequência” ainda seria irrelevante",
        ),
        ("en", "hedge", {"hedges": ("I think",)}, "“I think”"),
        ("en", "direction", {"exposure": "tea", "outcome": "sleep"}, "“sleep” to rise, to fall"),
    ],
)
def test_it_names_the_authors_words(language, slot, words, expected):
    assert expected in ask(claim(**words), slot, language)


@pytest.mark.parametrize(
    ("language", "exposure", "asked"),
    [
        ("en", "when we are down a nurse", "Which other times or cases"),
        ("en", "our night shift", "Which other one"),
        ("pt", "treinar antes ou depois do trabalho", "qual dessas opções"),
        ("pt", "nos dias de prova", "Com que outros momentos"),
        ("en", "a nap", "with and without"),
    ],
)
def test_an_exposure_is_asked_for_what_it_can_be_compared_with(language, exposure, asked):
    assert asked in ask(claim(exposure=exposure, outcome="errors"), "comparator", language)


def test_a_margin_is_asked_with_the_measure_that_it_is_of():
    words = {"unit": "plots", "exposure": "manure", "outcome": "yield"}
    bare = claim("equivalence", "none", **words)
    assert "How is “yield” observed" in ask(bare, "margin", "en")
    measured = claim("equivalence", "none", measure="kg per plot", **words)
    assert "observed" not in ask(measured, "margin", "en")


def test_where_something_is_observed_is_asked_by_what_is_done():
    asked = ask(claim(exposure="mulching", outcome="water"), "unit", "en")
    assert "“mulching”" in asked
    assert "whom is" not in asked


def test_a_placeholder_is_asked_what_it_is():
    idea = claim(exposure="X", outcome="Y", unit="teams")
    assert ask(idea, "exposure", "en") == "What is “X”?"
    assert ask(idea, "outcome", "en") == "What is “Y”, and how would you see it change?"
    assert ask(idea, "exposure", "pt") == "O que é “X”?"


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("design", DESIGNS)
def test_every_slot_of_every_design_has_a_question(language, design):
    for words in ({}, {"unit": "alunos", "exposure": "café", "outcome": "sono"}):
        idea = claim(design=design, **words)
        for slot in ASKED:
            question = ask(idea, slot, language)
            assert question.endswith(("?", "não existe.", "there is none."))
            assert "{" not in question


def test_the_source_is_quoted_where_no_exposure_is_known():
    assert "“standing”" in ask(claim(), "outcome", "en", source="standing")


def test_a_quote_is_one_line_and_bounded():
    question = ask(claim(unit="line\none " * 100), "bound", "en")
    assert "\n" not in question
    assert len(question) < 300


def test_both_languages_ask_the_same_variants():
    for section, forms in questions().items():
        if section != "people":
            assert set(forms["en"]) == set(forms["pt"]), section
        for key, text in forms["en"].items():
            wanted = set(re.findall(r"\{\w+\}", text))
            assert wanted == set(re.findall(r"\{\w+\}", forms["pt"][key])), (section, key)


def test_a_clause_that_was_cut_is_not_quoted():
    idea = claim(exposure="when the pull request", outcome="take longer")
    assert "pull request" not in ask(idea, "comparator", "en")
    whole = claim(exposure="when the pull request is big", outcome="take longer")
    assert "pull request" in ask(whole, "comparator", "en")
