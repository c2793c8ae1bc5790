"""An analyst judges a version."""

from __future__ import annotations

from typing import get_args

import pytest

from hypotheses.domain.judges import BUILTIN
from hypotheses.domain.types import ASPECTS, Verdict
from tests.hypotheses.analyst.port.briefs import IDEAS, every_idea, first, review_of

SCORE = {"aspect", "score", "evidence", "code", "gap", "suggestion"}


@every_idea
def test_a_review_has_its_shape(analyst, language, text):
    review = review_of(analyst, language, text)

    assert BUILTIN in {each["judge"] for each in (review, *review.get("others", []))}
    assert not review.get("degraded")
    assert review["status"] in get_args(Verdict)
    assert review["justification"].strip()
    assert [score["aspect"] for score in review["scores"]] == list(ASPECTS)
    for score in review["scores"]:
        assert set(score) == SCORE
        assert score["score"] in (0, 1, 2)
    for improvement in review["improvements"]:
        assert set(improvement) == {"aspect", "gap", "suggestion"}
        assert all(value.strip() for value in improvement.values())
    for veto in review["vetoes"]:
        assert set(veto) == {"code", "quote", "reason"}
    for note in review["notes"]:
        assert set(note) == {"kind", "text"}
    assert set(review["drift"]) <= {"independent", "dependent", "direction"}


@every_idea
def test_evidence_is_quoted_verbatim(analyst, language, text):
    draft = first(analyst, language, text)
    review = review_of(analyst, language, text, draft)
    quotes = [score["evidence"] for score in review["scores"] if score["evidence"]]

    assert all(quote in draft["question"] for quote in quotes)


@every_idea
def test_refinement_is_asked_for_with_an_improvement_a_gap(analyst, language, text):
    review = review_of(analyst, language, text)
    below = [s["aspect"] for s in review["scores"] if s["score"] < 2]

    wanted = below if review["status"] == "needs_refinement" else []
    assert [i["aspect"] for i in review["improvements"]] == wanted


@pytest.mark.parametrize(("language", "text"), IDEAS["vetoed"])
def test_a_veto_on_the_original_outlives_a_rewording(analyst, language, text):
    plain = {"question": "Coffee raises alertness" if language == "en" else "O café desperta"}
    review = review_of(analyst, language, text, {**plain, "elements": []})

    assert review["status"] == "rejected"
    assert [veto["code"] for veto in review["vetoes"]] == ["popular_belief"]


@pytest.mark.parametrize(
    ("language", "original", "question"),
    [
        ("en", "TDD reduces bugs in small teams", "Coffee improves memory in adults"),
        ("pt", "TDD reduz bugs em equipes pequenas", "O café melhora a memória de adultos"),
    ],
)
def test_a_version_about_something_else_is_drift(analyst, language, original, question):
    review = review_of(analyst, language, original, {"question": question, "elements": []})

    assert {"independent", "dependent"} <= set(review["drift"])


@pytest.mark.parametrize(
    ("language", "original", "question"),
    [
        ("en", "TDD reduces bugs in small teams", "TDD increases bugs in small teams"),
        ("pt", "TDD reduz bugs em equipes pequenas", "TDD aumenta bugs em equipes pequenas"),
    ],
)
def test_a_turned_direction_is_drift(analyst, language, original, question):
    review = review_of(analyst, language, original, {"question": question, "elements": []})

    assert review["drift"] == ["direction"]
