"""A vague idea's words as a question."""

from __future__ import annotations

import pytest

from hypotheses.analyst.writer import extent
from hypotheses.domain.types import Language


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("Acho que trabalhar em pé ajuda", "pt", "Em que medida trabalhar em pé ajuda?"),
        (
            "Método incremental é mais rápido",
            "pt",
            "Em que medida o método incremental é mais rápido?",
        ),
        ("Observei X", "pt", "O que se observa de X?"),
        ("A mobilidade do futuro", "pt", "O que caracteriza a mobilidade do futuro?"),
        ("Plantas ajudam?", "pt", "Plantas ajudam?"),
        ("I think standing desks help", "en", "To what extent do standing desks help?"),
        ("Incremental delivery is faster.", "en", "To what extent is incremental delivery faster?"),
        ("Teaching depends on luck", "en", "To what extent does teaching depend on luck?"),
        ("I observed X", "en", "What is seen of X?"),
        ("Mulch vs soil, which one dries later", "en", "Mulch vs soil, which one dries later?"),
        ("Widowers who cook: what keeps them so", "en", "Widowers who cook: what keeps them so?"),
        ("Café coado ou expresso, qual dá sono", "pt", "Café coado ou expresso, qual dá sono?"),
        ("Could goats keep the grass down", "en", "Could goats keep the grass down?"),
        ("Effects of shade on milk yield", "en", "What are the effects of shade on milk yield?"),
        ("Life of nuns who fish", "en", "What characterises life of nuns who fish?"),
        ("Efeito da sombra no leite", "pt", "Qual é o efeito da sombra no leite?"),
        ("Relação entre sono e notas.", "pt", "Qual é a relação entre sono e notas?"),
        (
            "Closing the two bus stops did not end the queue",
            "en",
            "Is it true that closing the two bus stops did not end the queue?",
        ),
        ("O pão, que é fresco, vende mais", "pt", "Em que medida o pão, que é fresco, vende mais?"),
    ],
)  # fmt: skip
def test_nothing_is_added(text: str, language: Language, wanted: str) -> None:
    assert extent(text, language) == wanted


def test_a_clause_is_no_topic() -> None:
    text = "Meditation lowers stress in nurses"  # `lowers` may be a noun
    wanted = "To what extent does meditation lower stress in nurses?"
    assert extent(text, "en", clause=True) == wanted


def test_a_proportion_is_asked_about_as_a_clause() -> None:
    wanted = "Is it true that the older a tree is, the more birds nest in it?"
    assert extent("The older a tree is, the more birds nest in it", "en") == wanted
