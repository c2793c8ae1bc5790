"""What the words of real people need: comparisons that can be, questions that are whole."""

from __future__ import annotations

import pytest

from hypotheses.analyst.proposals.absence import absence_score
from hypotheses.analyst.structurer import first_version
from hypotheses.domain.claim import Slot
from tests.hypotheses.graph.loop import refine


@pytest.mark.parametrize(
    ("text", "exposure", "can"),
    [
        ("Crushed shells reduce slugs on lettuce.", "Crushed shells", True),
        ("A new vaccine lowers the number of sick calves.", "new vaccine", True),
        ("O curativo novo reduz a dor de pacientes.", "curativo novo", True),
        ("Temperature changes the growth of corals.", "Temperature", False),
        ("A escolaridade dos pais influencia a nota dos alunos.", "escolaridade dos pais", False),
        ("The neuroplasticity of pupils improves their reading.", "neuroplasticity", False),
    ],
)
def test_what_can_be_absent_is_told_by_its_meaning(text: str, exposure: str, can: bool) -> None:
    assert (absence_score(Slot(exposure), text) > 0) is can


def test_words_that_are_not_there_say_nothing() -> None:
    assert absence_score(Slot("mulch"), "Rain reduces dust.") == 0.0


@pytest.mark.parametrize(
    ("language", "text", "question"),
    [
        ("en", "The average sum of all delays at that depot is around 1 week.",
         "Is the average sum of all delays at that depot around 1 week?"),
        ("en", "how hunger may shape the way each guest judges the food",
         "How does hunger shape the way each guest judges the food"),
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
