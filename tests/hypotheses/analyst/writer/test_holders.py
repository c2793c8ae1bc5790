"""What is observed of whom stays together as the author wrote it: `the yield | of dairy cows`."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.analyst.writer import statements


@pytest.mark.parametrize(
    ("language", "text", "kept"),
    [
        ("en", "This project explores the impact of weather on the milk yields of dairy cows.",
         "the milk yields of dairy cows"),
        ("pt", "O objetivo é investigar correlações entre a renda da mãe e a saúde do neonato.",
         "a saúde do neonato"),
        ("pt", ("Queremos saber se existe correlação entre o ano da premiação e a idade dos"
         " vencedores."), "a idade dos vencedores"),
        ("en", "The aim is to study the association between shift work and back pain among nurses.",
         "back pain among nurses"),
        ("pt", "Avaliar o efeito da música no sono entre os idosos.", "o sono entre os idosos"),
    ],
)  # fmt: skip
def test_whose_it_is_is_said_in_the_authors_words(language, text, kept):
    found = read(text, language)
    question = first_version(text, language).question
    assert kept in question
    assert question.count(kept.split()[-1]) == 1
    assert kept in statements(found.claim, language, found.statement).null


@pytest.mark.parametrize(
    "text", ["The effect of a cash transfer on girls' education in Bengal was evaluated."]
)
def test_what_an_effect_is_on_is_no_place(text):
    assert "on girls" not in first_version(text, "en").question.replace("on girls'", "")
