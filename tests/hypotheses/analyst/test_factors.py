"""Claims that speak of factors without naming one: which ones is the question, and is asked."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assessment import findings
from hypotheses.analyst.questions import questions
from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.analyst.syntax.factors import unnamed_factors


@pytest.mark.parametrize(
    ("language", "words", "noun"),
    [
        ("en", "factors", "factors"),
        ("en", "various environmental factors", "environmental factors"),
        ("en", "the associated characteristics", "characteristics"),
        ("pt", "os fatores", "fatores"),
        ("pt", "diferentes variáveis ambientais", "variáveis ambientais"),
        ("pt", "fatores de risco associados", "fatores de risco"),
    ],
)
def test_words_that_name_no_factor(language, words, noun):
    found = unnamed_factors(words, language)
    assert found is not None
    assert found[0] == noun


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "factors such as age and income"),
        ("en", "the price factor of the shop"),
        ("pt", "fatores como idade e renda"),
        ("pt", "características do perfil do candidato"),
        ("pt", "o número de variáveis"),
    ],
)
def test_a_factor_that_is_named_is_one(language, words):
    assert unnamed_factors(words, language) is None


@pytest.mark.parametrize(
    ("language", "text", "question", "asked"),
    [
        ("en", "The aim of this thesis is to examine factors influencing sleep in nurses.",
         "Which factors influence sleep in nurses", "Which “factors” do you suspect?"),
        ("pt", "Análise dos fatores associados ao abandono do tratamento da tuberculose em idosos.",
         "Que fatores estão associados ao abandono do tratamento da tuberculose em idosos",
         "De que “fatores” você suspeita?"),
        ("pt", "O objetivo é identificar os fatores que influenciam a evasão escolar.",
         "Que fatores influenciam a evasão escolar", "De que “fatores” você suspeita?"),
    ],
)  # fmt: skip
def test_which_factors_is_the_question_and_what_is_asked(language, text, question, asked):
    assert first_version(text, language).question.startswith(question)
    found = findings(read(text, language).claim, language, text)
    assert questions(each for each in found if not each.filled)["exposure"].startswith(asked)


def test_what_the_factors_are_compared_with_waits_for_their_names():
    text = "The aim of this thesis is to examine factors influencing sleep in nurses."
    found = findings(read(text, "en").claim, "en", text)
    assert "comparator" in {each.slot for each in found}
    assert "comparator" not in questions(each for each in found if not each.filled)
