"""What the database itself refuses."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from hypotheses.analyst.fields import field_names
from hypotheses.models import (
    AspectScore,
    Clarification,
    Decision,
    Element,
    Gap,
    Hypothesis,
    LexiconTerm,
    Review,
    Version,
)
from hypotheses.models.hypothesis import Field
from tests.hypotheses.helpers import COMPLETE, FORCED, refined

pytestmark = pytest.mark.django_db


@pytest.fixture
def version() -> Version:
    """The last version of a hypothesis that was rejected by force."""
    return refined(FORCED["en"]).versions.get(number=3)


def refuses(make) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        make()


def test_a_hypothesis_without_text() -> None:
    refuses(lambda: Hypothesis.objects.create(text="", language="en"))


def test_a_limit_above_5() -> None:
    refuses(lambda: Hypothesis.objects.create(text="a", language="en", max_refinements=6))


def test_a_version_number_twice(version) -> None:
    refuses(lambda: Version.objects.create(hypothesis=version.hypothesis, number=version.number))


def test_a_part_of_a_version_twice(version) -> None:
    kind = version.elements.first().kind
    refuses(lambda: Element.objects.create(version=version, kind=kind))


def test_a_second_review_by_the_same_judge(version) -> None:
    refuses(lambda: Review.objects.create(version=version, judge="builtin", status="approved"))


def test_a_forced_review_that_decides_nothing(version) -> None:
    refuses(
        lambda: Review.objects.create(
            version=version, judge="other", status="needs_refinement", forced=True
        )
    )


def test_a_score_above_2(version) -> None:
    review = Review.objects.create(version=version, judge="other", status="approved")
    refuses(lambda: AspectScore.objects.create(review=review, aspect="metrics", score=3))


def test_an_aspect_scored_twice(version) -> None:
    review = version.reviews.first()
    refuses(lambda: AspectScore.objects.create(review=review, aspect="metrics", score=1))


def test_a_second_gap_of_a_slot(version) -> None:
    gap = version.hypothesis.gaps.first()
    refuses(
        lambda: Gap.objects.create(
            hypothesis=version.hypothesis,
            slot=gap.slot,
            aspect="metrics",
            state="open",
            opened_in=1,
        )
    )


def test_a_second_question_on_a_slot_of_a_version(version) -> None:
    ask = version.clarifications.first()
    refuses(
        lambda: Clarification.objects.create(
            hypothesis=version.hypothesis,
            version=version,
            slot=ask.slot,
            aspect="metrics",
            question="?",
        )
    )


def test_a_second_decision_in_force(version) -> None:
    refuses(
        lambda: Decision.objects.create(
            hypothesis=version.hypothesis, version=version, source="human", after="approved"
        )
    )


def test_a_decision_that_is_none(version) -> None:
    refuses(
        lambda: Decision.objects.create(
            hypothesis=version.hypothesis, version=version, source="human", after="maybe",
            current=False,
        )
    )  # fmt: skip


def test_a_lexicon_term_twice() -> None:
    values = {"language": "en", "field": "software", "section": "units", "term": "squad"}
    LexiconTerm.objects.create(**values)
    refuses(lambda: LexiconTerm.objects.create(**values))


def test_a_status_is_the_decision_in_force() -> None:
    approved, rejected = refined(COMPLETE["en"]), refined(FORCED["en"])
    queued = Hypothesis.objects.create(text="a", language="en")
    rows: Any = Hypothesis.objects.with_status()
    assert {row.pk: row.decided for row in rows} == {
        approved.pk: "approved",
        rejected.pk: "rejected",
        queued.pk: "",
    }


def test_rows_say_what_they_are(version) -> None:
    decision = version.hypothesis.decisions.get()
    assert str(version).startswith("V3: How does X impact Y")
    assert str(decision) == "- → rejected (forced)"
    assert str(version.hypothesis.gaps.get(slot="measure")) == "metrics (open)"


def test_the_fields_are_those_that_texts_are_told_apart_by() -> None:
    assert set(Field.values) == set(field_names())
