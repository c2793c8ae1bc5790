"""What the words of real people need: comparisons that can be, questions that are whole."""

from __future__ import annotations

import pytest

from hypotheses.analyst.proposals.contrast import contrast
from hypotheses.analyst.structurer import first_version
from hypotheses.domain.claim import Slot
from tests.hypotheses.graph.loop import refine


@pytest.mark.parametrize(
    ("text", "exposure", "kind"),
    [
        ("Crushed shells reduce slugs on lettuce.", "Crushed shells", "absence"),
        ("O curativo novo reduz a dor de pacientes.", "curativo novo", "absence"),
        ("Temperature changes the growth of corals.", "Temperature", "levels"),
        ("A escolaridade dos pais influencia a nota dos alunos.", "escolaridade dos pais",
         "levels"),
        ("How do different sorting algorithms compare in memory?", "different sorting algorithms",
         "kinds"),
        ("Left-handed goalkeepers save more penalties.", "Left-handed goalkeepers", "group"),
    ],
)  # fmt: skip
def test_with_what_something_is_compared_is_told_by_its_meaning(
    text: str, exposure: str, kind: str
) -> None:
    assert contrast(Slot(exposure), text)[0] == kind


def test_words_that_are_not_there_say_nothing() -> None:
    assert contrast(Slot("mulch"), "Rain reduces dust.") == ("other", 0.0)


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "The average sum of all delays at that depot is around 1 week.",
         "Is the average sum of all delays at that depot around 1 week?"),
        ("en", "how hunger may shape the way each guest judges the food",
         "How does hunger shape the way each guest judges the food"),
        ("en", "The purpose of this test is to find out which glue holds the longest.",
         "Which glue holds the longest?"),
        ("pt", "O objetivo é verificar se existe associação entre sexo e perda auditiva.",
         "Há associação entre o sexo e a perda auditiva"),
        # What its author does with it is no part of it.
        ("pt", "Análise do perfil dos turistas que visitam Manaus.",
         "Qual é o perfil dos turistas que visitam Manaus?"),
        ("pt", "Mapeamento das dificuldades dos professores de matemática.",
         "Quais são as dificuldades dos professores de matemática?"),
        ("en", "A survey of the costs of rural schools in Kent.",
         "What are the costs of rural schools in Kent?"),
        ("en", "the political consequences of the crisis in Chile",
         "What are the political consequences of the crisis in Chile?"),
        ("pt", "as memórias dos moradores da vila", "Como são as memórias dos moradores da vila?"),
    ],
)  # fmt: skip
def test_the_words_of_a_question_stand_in_their_order(
    language: str, text: str, question: str
) -> None:
    assert first_version(text, language).question.startswith(question)  # type: ignore[arg-type]


def test_a_text_in_which_little_is_read_ends_in_a_result() -> None:
    text = (
        "Two papers ranked the same pubs in different orders, which made me curious about how"
        " such lists were actually created."
    )
    assert refine(text, language="en")["hypothesis_versions"]
