"""V1 of a vague idea: a question in the author's words."""

from __future__ import annotations

import pytest

from hypotheses.analyst.structurer import first_version


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("pt", "Método incremental é mais rápido",
         "Em que medida o método incremental é mais rápido?"),
        ("pt", "Observei que os bugs aumentam perto do fim do sprint",
         "Em que medida os bugs aumentam perto do fim do sprint?"),
        ("pt", "Bugs aumentam", "Em que medida os bugs aumentam?"),
        ("pt", "Árvores urbanas reduzem o calor",
         "Em que medida as árvores urbanas reduzem o calor?"),
        ("pt", "TDD reduz bugs", "Em que medida TDD reduz bugs?"),
        ("pt", "Acho que as árvores reduzem o calor",
         "Em que medida as árvores reduzem o calor?"),
        ("en", "Trees cool cities.", "To what extent is it true that trees cool cities?"),
        ("en", "I noticed that bugs increase near the end of the sprint",
         "To what extent is it true that bugs increase near the end of the sprint?"),
        ("en", "DNA repair slows ageing",
         "To what extent is it true that DNA repair slows ageing?"),
    ],
)  # fmt: skip
def test_a_claim_becomes_a_question(language, text, question):
    assert first_version(text, language).question == question


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Why do trees cool cities?"), ("pt", "Por que árvores esfriam cidades?")],
)
def test_a_question_stays_one(language, text):
    assert first_version(text, language).question == text


def test_it_adds_nothing_of_its_own():
    draft = first_version("Método incremental é mais rápido", "pt")

    assert {e.origin for e in draft.elements} == {"user"}
