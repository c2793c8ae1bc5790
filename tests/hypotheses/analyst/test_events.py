"""Texts that tell what was done and ask what changed since then."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.analyst.syntax.forms import form_of
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.types import Language

CHANGED: list[tuple[Language, str, str, str, str]] = [
    ("en", "The club lowered its fees in May, did membership grow?",
     "The club lowered its fees in May", "membership",
     "Did membership grow since the club lowered its fees in May?"),
    ("pt", "O posto trocou o horário da coleta em abril. As faltas diminuíram?",
     "O posto trocou o horário da coleta em abril", "faltas",
     "As faltas diminuíram desde que o posto trocou o horário da coleta em abril?"),
    ("pt", "Nossa creche pintou o pátio e não sabemos se as quedas aumentaram.",
     "Nossa creche pintou o pátio", "quedas",
     "As quedas aumentaram desde que nossa creche pintou o pátio?"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "exposure", "outcome", "question"), CHANGED)
def test_what_was_done_varies_and_the_question_says_since_when(
    language: Language, text: str, exposure: str, outcome: str, question: str
) -> None:
    claim = read(text, language).claim
    assert claim.exposure is not None
    assert claim.outcome is not None
    assert (claim.exposure.text, claim.outcome.text) == (exposure, outcome)
    assert claim.design == "causal"
    assert first_version(text, language).question == question


@pytest.mark.parametrize(
    ("language", "text", "sibling"),
    [
        ("en", "Our gym bought new mats last year, did injuries fall and did people train longer?",
         "Did people train longer since our gym bought new mats last year?"),
    ],
)  # fmt: skip
def test_what_else_is_asked_is_offered_with_what_was_done(
    language: Language, text: str, sibling: str
) -> None:
    assert [each.text for each in read(text, language).siblings] == [sibling]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "We visited six farms. Do cows with names give more milk?"),
        ("en", "We surveyed 40 nurses. Did pain fall in those with a mat?"),
        ("en", "I bought a book on bees. Did queens that mate late lay fewer eggs than others?"),
        ("pt", "Entrevistamos dez padeiros. As vendas subiram?"),
        ("pt", "A escola comprou livros. Quem lê mais escreve melhor?"),
    ],
)
def test_what_is_done_to_learn_or_stands_beside_changes_nothing(
    language: Language, text: str
) -> None:
    assert form_of(parsed(split(text)), language) is None
