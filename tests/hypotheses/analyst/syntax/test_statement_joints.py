"""Where the words that state a claim end, when another question is joined to them."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", ("The main question of my project is whether home advantage in football is actually"
         " real or whether it is a myth."), "Is home advantage in football actually real?"),
        ("en", ("We wanted to know whether organisations had reviewed their benefits, as well as"
         " whether they were planning to do so."),
         "Had organisations reviewed their benefits?"),
        ("pt", "Quero saber se o café tira o sono dos plantonistas ou se é só impressão minha.",
         "O café tira o sono dos plantonistas?"),
    ],
)  # fmt: skip
def test_another_question_is_no_part_of_the_claim(language, text, question):
    assert first_version(text, language).question == question


def test_how_often_is_no_count_where_something_influences_it():
    text = "Does the difficulty of a task influence how often people choose to take breaks?"
    claim = read(text, "en").claim
    assert claim.exposure is not None
    assert claim.exposure.text == "difficulty of a task"
    assert claim.design == "causal"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", ("O objetivo de nossa pesquisa é compreender os discursos que circulavam nos jornais"
         " catalogados e a sua relação com a História da Literatura.")),
        ("pt", ("Nosso objetivo é descobrir se podemos identificar padrões naturais nas"
         " características físicas dessas adoráveis aves.")),
    ],
)  # fmt: skip
def test_a_question_has_a_verb_of_its_own_and_no_torn_ends(language, text):
    question = first_version(text, language).question
    assert not question.startswith("Os discursos que")
    assert "dessas em" not in question


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", ("Which lamps help plants grow the most, and how will the growth of plants change in"
         " winter?"), "Which lamps help plants grow the most?"),
        ("pt", "Como os agricultores escolhem as sementes e quais critérios eles usam?",
         "Como os agricultores escolhem as sementes?"),
        ("en", "How do nurses and doctors handle errors?",
         "How do nurses and doctors handle errors?"),
    ],
)  # fmt: skip
def test_a_second_question_is_offered_by_itself(language, text, question):
    assert first_version(text, language).question == question


def test_a_second_question_in_its_own_order_is_offered():
    text = "Which lamps help plants grow most, and how will the growth of plants change in winter?"
    assert [each.text for each in read(text, "en").siblings] == [
        "How will the growth of plants change in winter?"
    ]


def test_a_clause_keeps_the_word_that_gives_its_direction():
    text = (
        "does bread dough really rise slower when theres a storm coming or is my boss making"
        " that up"
    )
    assert "rise slower" in first_version(text, "en").question


def test_a_comparison_that_names_no_outcome_is_one_of_what_it_measures():
    text = (
        "Acompanhar 80 diabéticos de dois postos de Sobral por um ano, metade com visita mensal do"
        " agente comunitário e metade com o atendimento de sempre, medindo a hemoglobina glicada no"
        " começo e no fim."
    )
    claim = read(text, "pt").claim
    assert claim.outcome is not None
    assert claim.outcome.text == "hemoglobina glicada"
    assert claim.counted


@pytest.mark.parametrize(
    ("language", "text", "unit", "outcome"),
    [
        (
            "en",
            "How many hours a week does a state teacher spend filling in forms?",
            "state teacher",
            "spend filling in forms",
        ),
        (
            "pt",
            "Quantas horas por semana um professor gasta preenchendo sistema?",
            "professor",
            "gasta preenchendo sistema",
        ),
    ],
)
def test_how_many_hours_are_how_long(language, text, unit, outcome):
    claim = read(text, language).claim
    assert [slot and slot.text for slot in (claim.unit, claim.outcome)] == [unit, outcome]
    assert claim.design == "descriptive"


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        (
            "en",
            "does fixing teeth make teens more confident or is it just growing up",
            "Does fixing teeth make teens more confident?",
        ),
        (
            "pt",
            "O que eu quero saber é se chegar três dias antes ajuda meu time.",
            "Chegar três dias antes ajuda meu time?",
        ),
    ],
)
def test_neither_another_answer_nor_what_asks_is_part_of_the_claim(language, text, question):
    assert first_version(text, language).question == question
