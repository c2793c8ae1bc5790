"""The recorder: a step's output as rows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.desk.decisions import put_in_force
from config.runs.execution import execute
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import ASPECTS
from hypotheses.models import Decision, Gap, GapEvent, Hypothesis, Note, Review, Version
from hypotheses.recorder import HypothesisRecorder
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.graph.loop import Rewording
from tests.hypotheses.helpers import COMPLETE, REFINED, VETOED, refined

pytestmark = pytest.mark.django_db


@pytest.fixture
def hypothesis() -> Hypothesis:
    return Hypothesis.objects.create(text="TDD reduces bugs", language="en")


@pytest.fixture
def recorder(hypothesis: Hypothesis) -> HypothesisRecorder:
    return HypothesisRecorder(hypothesis.pk, run_id=7)


def draft(number: int = 1, **changes: Any) -> dict[str, Any]:
    return {
        "number": number,
        "question": f"question {number}",
        "origin": "structurer",
        "claim": Claim(
            "causal",
            "decrease",
            outcome=Slot("bugs", start=12, end=16),
            measure=Slot("bugs per release", "suggested"),
            relation="reduces",
        ).as_dict(),
        "proposals": [
            {"slot": "measure", "text": "bugs per release", "source": "a catalogue"},
            {"slot": "measure", "text": "defects per thousand lines", "source": ""},
        ],
        "asks": [{"slot": "population", "aspect": "population", "question": "Who?"}],
        **changes,
    }


def gap(state: str = "open", **changes: Any) -> dict[str, Any]:
    return {
        "slot": "measure", "aspect": "metrics", "code": "missing", "gap": "no measure",
        "suggestion": "name one", "state": state, "opened_in": 1, "closed_in": None,
        "closed_by": "", "conditional": False, "mark": "", **changes,
    }  # fmt: skip


def review(version: int = 1, gaps: list[dict[str, Any]] | None = None, **changes: Any) -> Any:
    scores = [
        {"aspect": aspect, "score": 1, "evidence": None, "code": "c", "gap": "", "suggestion": ""}
        for aspect in ASPECTS
    ]
    verdict = {
        "judge": "builtin", "status": "needs_refinement", "justification": "because",
        "scores": scores, "findings": [], "improvements": [], "clarifications": {},
        "conditions": [], "exhausted": False, "vetoes": [], "hedges": [], "notes": [], "drift": [],
        **changes,
    }  # fmt: skip
    return {"version": version, "review": verdict, "gaps": gaps or []}


def test_a_draft_is_a_version_with_its_claim_proposals_and_questions(recorder, hypothesis) -> None:
    recorder.drafted(draft())
    version = hypothesis.versions.get()
    assert (version.number, version.question, version.run_id) == (1, "question 1", 7)
    assert (version.design, version.direction, version.relation) == (
        "causal", "decrease", "reduces",
    )  # fmt: skip
    assert list(version.elements.values_list("kind", "text", "origin", "start", "end")) == [
        ("dependent_variable", "bugs", "user", 12, 16),
        ("metric", "bugs per release", "suggested", None, None),
    ]
    assert list(version.proposals.values_list("slot", "rank", "text", "source")) == [
        ("measure", 0, "bugs per release", "a catalogue"),
        ("measure", 1, "defects per thousand lines", ""),
    ]
    question = hypothesis.clarifications.get()
    assert (question.version, question.question) == (version, "Who?")


def test_what_was_understood_is_kept_with_the_author_s_words_as_v1(recorder, hypothesis) -> None:
    version = draft(origin="user", question="TDD reduces bugs")
    recorder.understood({"language": "en", "kind": "semi_formed", "version": version})
    hypothesis.refresh_from_db()
    assert hypothesis.kind == "semi_formed"
    assert hypothesis.versions.get().origin == "user"


def test_a_vague_idea_has_no_version_of_its_own(recorder, hypothesis) -> None:
    recorder.understood({"language": "pt", "kind": "vague", "version": None})
    hypothesis.refresh_from_db()
    assert (hypothesis.language, hypothesis.kind) == ("pt", "vague")
    assert not hypothesis.versions.exists()


def test_a_version_is_not_written_twice(recorder) -> None:
    recorder.drafted(draft())
    with pytest.raises(IntegrityError):
        recorder.drafted(draft())


def test_a_review_is_bound_to_its_version(recorder) -> None:
    recorder.drafted(draft(1))
    recorder.drafted(draft(2))
    improvement = {
        "slot": "measure", "aspect": "metrics", "gap": "no measure", "suggestion": "name one",
    }  # fmt: skip
    recorder.reviewed(review(2, improvements=[improvement]))
    row = Review.objects.get()
    assert (row.version.number, row.judge, row.status, row.forced) == (
        2, "builtin", "needs_refinement", False,
    )  # fmt: skip
    assert row.improvements.values("slot", "aspect", "gap", "suggestion").get() == improvement
    assert [score.aspect for score in row.scores.all()] == list(ASPECTS)


def test_vetoes_notes_and_drift_are_kept(recorder) -> None:
    recorder.drafted(draft())
    veto = {"code": "popular_belief", "quote": "everybody", "reason": "no evidence"}
    recorder.reviewed(
        review(vetoes=[veto], notes=[{"kind": "h0", "text": "no effect"}], drift=["direction"])
    )
    assert Review.objects.get().vetoes.values("code", "quote", "reason").get() == veto
    assert list(Note.objects.values_list("kind", "text")) == [
        ("h0", "no effect"), ("drift", "direction"),
    ]  # fmt: skip


def test_a_gap_is_one_row_with_an_event_for_each_change(recorder) -> None:
    for number, state, words in [(1, "open", ""), (2, "open", ""), (3, "closed", "per line")]:
        recorder.drafted(draft(number))
        closed_in = number if state == "closed" else None
        recorder.reviewed(review(number, [gap(state, closed_by=words, closed_in=closed_in)]))
    row = Gap.objects.get()
    assert (row.state, row.opened_in, row.closed_in, row.closed_by) == ("closed", 1, 3, "per line")
    events = GapEvent.objects.values_list("version__number", "state", "words")
    assert list(events) == [(1, "open", ""), (3, "closed", "per line")]


def test_many_gaps_take_as_many_statements_as_one(recorder) -> None:
    slots = ("measure", "comparator", "population", "window")
    recorder.drafted(draft(1))
    with CaptureQueriesContext(connection) as one:
        recorder.reviewed(review(1, gaps=[gap()]))
    recorder.drafted(draft(2))
    with CaptureQueriesContext(connection) as many:
        recorder.reviewed(review(2, gaps=[gap(slot=slot) for slot in slots]))
    assert len(many) == len(one)
    assert [row.slot for row in Gap.objects.all()] == list(slots)
    assert GapEvent.objects.count() == len(slots)


def test_a_question_is_kept_once_a_slot(recorder, hypothesis) -> None:
    recorder.drafted(draft())
    finding = {"slot": "population", "aspect": "population", "filled": False}
    other = {"slot": "measure", "aspect": "metrics", "filled": False}
    asks = {"population": "Which ones?", "measure": "How?"}
    recorder.reviewed(review(findings=[finding, other], clarifications=asks))
    rows = hypothesis.clarifications.values_list("slot", "aspect", "question")
    assert list(rows) == [("population", "population", "Who?"), ("measure", "metrics", "How?")]


def test_a_gap_closed_on_condition_has_an_event_when_it_is_confirmed(recorder) -> None:
    for number, conditional in [(1, True), (2, True), (3, False)]:
        recorder.drafted(draft(number))
        recorder.reviewed(review(number, [gap("closed", conditional=conditional, closed_in=1)]))
    assert not Gap.objects.get().conditional
    events = GapEvent.objects.values_list("version__number", "state")
    assert list(events) == [(1, "closed"), (3, "closed")]


def test_a_forced_review_stands_beside_the_one_it_followed(recorder) -> None:
    recorder.drafted(draft())
    recorder.reviewed(review())
    recorder.forced(review(status="rejected"))
    rows = Review.objects.order_by("pk").values_list("version__number", "forced", "status")
    assert list(rows) == [(1, False, "needs_refinement"), (1, True, "rejected")]


@pytest.mark.parametrize(("forced", "source"), [(True, "forced"), (False, "agent")])
def test_a_decision_says_whether_it_was_forced(recorder, forced: bool, source: str) -> None:
    recorder.drafted(draft())
    recorder.decided(
        number=1, status="approved", forced=forced, reason="because", asked_at=timezone.now()
    )
    row = Decision.objects.get()
    assert (row.source, row.before, row.after, row.reason, row.current) == (
        source, "", "approved", "because", True,
    )  # fmt: skip


def test_a_later_decision_takes_the_place_of_the_one_before(recorder) -> None:
    recorder.drafted(draft())
    for status in ("rejected", "approved"):
        recorder.decided(
            number=1, status=status, forced=False, reason="because", asked_at=timezone.now()
        )
    rows = Decision.objects.values_list("before", "after", "current")
    assert list(rows) == [("", "rejected", False), ("rejected", "approved", True)]


def test_a_person_who_decided_meanwhile_keeps_the_last_word(recorder) -> None:
    asked_at = timezone.now()
    recorder.drafted(draft())
    put_in_force(
        Hypothesis.objects.get(pk=recorder.hypothesis_id).decisions,
        version=Version.objects.get(),
        source=Decision.Source.HUMAN,
        after="rejected",
        reason="no",
        actor="ana",
    )
    recorder.decided(number=1, status="approved", forced=False, reason="late", asked_at=asked_at)
    rows = Decision.objects.values_list("source", "after", "current")
    assert list(rows) == [("human", "rejected", True), ("agent", "approved", False)]


def test_rows_of_another_hypothesis_are_left_alone(recorder) -> None:
    other = refined(REFINED["pt"])
    recorder.drafted(draft())
    recorder.reviewed(review(gaps=[gap()]))
    recorder.decided(
        number=1, status="rejected", forced=False, reason="because", asked_at=timezone.now()
    )
    assert other.decisions.get(current=True).after == "approved"
    assert {row.state for row in other.gaps.all()} == {"closed"}


def refined_by(analyst: Rewording, idea: str, monkeypatch: pytest.MonkeyPatch) -> Version:
    """The last version of a real run on a structurer that rewords."""
    monkeypatch.setattr("hypotheses.analyst.builtin.BuiltinAnalyst", lambda: analyst)
    submission = submit_hypothesis(text=idea, wake=False)
    assert execute(submission.run.pk).status == "done"
    return submission.hypothesis.versions.latest("number")


def test_a_veto_on_the_author_s_words_is_kept_with_the_reworded_version(monkeypatch) -> None:
    version = refined_by(Rewording(COMPLETE["en"]), VETOED["en"], monkeypatch)
    assert version.question == COMPLETE["en"]
    assert version.reviews.get().vetoes.filter(code="popular_belief").exists()
    assert version.decisions.get().after == "rejected"


def test_a_variable_that_the_structurer_drops_is_a_note(monkeypatch) -> None:
    version = refined_by(Rewording(COMPLETE["en"]), REFINED["en"], monkeypatch)
    lost = version.notes.filter(kind="drift").values_list("text", flat=True)
    assert list(lost) == ["independent", "dependent"]
