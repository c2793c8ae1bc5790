"""What announces a claim is no part of it."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.analyst.syntax.preambles import announcement


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "Our hypothesis is that vets with a second job lose more records than other vets.",
         "Do vets with a second job lose more records than other vets?"),
        ("en", "Thus, our main prediction is that hedges lower wind speed in vineyards.",
         "Do hedges lower wind speed in vineyards?"),
        ("en", "H2: Longer shifts raise the number of falls in bakeries",
         "Do longer shifts raise the number of falls in bakeries?"),
        ("pt", "Trabalhamos com a hipótese de que a neblina reduz o número de clientes na feira.",
         "A neblina reduz o número de clientes na feira?"),
        ("pt", "Minha hipótese é que a poda aumenta a produção de figos.",
         "A poda aumenta a produção de figos?"),
        ("pt", "A HIPÓTESE É DE QUE O SONO REDUZ OS ERROS DOS PADEIROS",
         "O sono reduz os erros dos padeiros?"),
    ],
)  # fmt: skip
def test_the_question_is_of_what_is_announced(language, text, question):
    made = first_version(text, language).question
    assert made.removesuffix("?").lower().endswith(question.removesuffix("?").lower())
    assert "hip" not in made.lower()
    found = read(text, language)
    assert found.text == text
    assert len(found.statement) == len(text)
    spans = {slot.text.lower(): text[slot.start : slot.end] for _, slot in found.claim.items()}
    assert all(words == quote.lower() for words, quote in spans.items())


@pytest.mark.parametrize(
    "text",
    [
        "The hypothesis that sleep helps is widely shared by nurses",
        "Teachers with a theory of learning give longer feedback",
        "A hipótese nula é rejeitada com mais frequência em revistas de psicologia",
        "Ideas of pupils are better in the morning",
        "USA and NATO: spending since 1990",
    ],
)
def test_what_only_names_a_hypothesis_announces_nothing(text):
    assert announcement(text) == 0


def test_a_text_that_only_announces_is_read_as_it_is():
    assert announcement("Our hypothesis is that ") == 0
