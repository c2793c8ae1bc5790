"""The author's answers: they confirm a suggestion or take its place."""

from __future__ import annotations

import pytest

from hypotheses.analyst.structurer import Brief, structure
from tests.hypotheses.analyst.drafting import element, second


@pytest.mark.parametrize(
    ("language", "text", "kind", "answer", "said"),
    [
        ("en", "TDD reduces bugs", "population", "coders of a bank", "in coders of a bank"),
        ("en", "TDD reduces bugs", "metric", "bugs per KLOC", "measured by bugs per KLOC"),
        ("en", "TDD reduces bugs", "comparator", "no TDD", "compared with no TDD"),
        ("en", "TDD reduces bugs", "window", "within two releases", ", within two releases"),
        ("pt", "TDD reduz bugs", "population", "times de um banco", "em times de um banco"),
        ("pt", "TDD reduz bugs", "population", "os times de um banco", "nos times de um banco"),
        ("pt", "TDD reduz bugs", "metric", "o número de bugs", "medidos pelo número de bugs"),
        ("pt", "TDD reduz bugs", "comparator", "times sem TDD", "comparação com times sem TDD"),
    ],
)  # fmt: skip
def test_an_answer_is_said_and_confirmed(language, text, kind, answer, said):
    draft = second(language, text, **{kind: answer})

    assert said in draft.question
    assert element(draft, kind) == (answer, "confirmed")


@pytest.mark.parametrize(
    ("language", "text", "kind", "answer", "frame"),
    [
        ("en", "TDD reduces bugs", "metric", "measured by bugs per KLOC", "measured by"),
        ("pt", "TDD reduz bugs", "metric", "medidos por bugs por KLOC", "medidos por"),
        ("en", "TDD reduces bugs", "comparator", "compared with no TDD", "compared with"),
    ],
)
def test_an_answer_in_its_frame_is_not_framed_twice(language, text, kind, answer, frame):
    assert second(language, text, **{kind: answer}).question.count(frame) == 1


def test_an_empty_answer_confirms_the_suggestion():
    suggested = second("en", "TDD reduces bugs")
    brief = Brief(
        "TDD reduces bugs", "en", suggested.question, suggested.elements, {"metric": ""}, 1
    )
    confirmed = structure(brief)

    before, after = element(suggested, "metric"), element(confirmed, "metric")
    assert before is not None
    assert (before[1], after) == ("suggested", (before[0], "confirmed"))
    assert confirmed.question == suggested.question


def test_an_answer_replaces_the_suggestion():
    suggested = second("en", "TDD reduces bugs")
    brief = Brief(
        "TDD reduces bugs", "en", suggested.question, suggested.elements,
        {"metric": "bugs per KLOC"}, 1,
    )  # fmt: skip
    replaced = structure(brief)
    before = element(suggested, "metric")

    assert before is not None
    assert before[0] not in replaced.question
    assert "measured by bugs per KLOC" in replaced.question


def test_restated_variables_become_the_claim():
    draft = second("en", "Z improves W", variables="Tutoring improves grades")

    assert draft.question.startswith("Tutoring improves grades,")
    assert element(draft, "claim") == ("Tutoring improves grades", "confirmed")
