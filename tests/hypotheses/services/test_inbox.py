"""What waits for whom."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.desk.inbox import Need, waiting_for
from config.runs.execution import execute
from config.runs.lease import claim
from config.runs.models import Run
from hypotheses.models import Hypothesis, Review
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.archive import archive_hypothesis
from hypotheses.services.report import conditions_of
from hypotheses.services.review import one_more_round, override_decision
from hypotheses.services.submit import submit_hypothesis
from hypotheses.services.wording import by_kind
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, refined
from tests.hypotheses.recorded import waiting
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana")


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


def needs(user) -> dict[str, int]:
    return {str(need): held.count for need, held in waiting_for(user).items()}


def test_nothing_waits_at_first(ana, rita) -> None:
    assert (needs(ana), needs(rita), needs(AnonymousUser())) == ({}, {}, {})


def test_a_forced_decision_waits_for_a_reviewer_its_questions_for_the_author(ana, rita) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    asked = hypothesis.versions.latest("number").clarifications.count()
    assert needs(rita) == {"forced": 1}
    assert needs(ana) == {"clarification": 1}
    assert waiting_for(ana)[Need.CLARIFICATION].items[0].count == asked > 1
    assert waiting_for(rita)[Need.FORCED].items[0].detail == "waiting for the author's answer"


def test_what_is_shown_whole_is_not_counted(ana, django_assert_max_num_queries) -> None:
    waiting(ana)
    with django_assert_max_num_queries(10) as asked:
        assert needs(ana) == {"clarification": 1}
    assert not [each for each in asked.captured_queries if "COUNT" in each["sql"]]
    assert waiting_for(ana, most=1)[Need.CLARIFICATION].count == 1


def test_what_a_person_rejected_asks_its_author_nothing_more(ana, rita) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    assert needs(ana) == {"clarification": 1}
    override_decision(hypothesis_id=hypothesis.pk, outcome="rejected", reason="no", user=rita)
    assert needs(ana) == {}


def test_a_forced_decision_that_awaits_no_answer_is_told_as_it_is(ana, rita) -> None:
    waiting(ana, asks={})
    (item,) = waiting_for(rita)[Need.FORCED].items
    assert item.detail == "rejected by force: its limit of refinements was reached"


def test_a_reviewers_own_forced_decision_waits_for_another(rita) -> None:
    refined(FORCED["en"], user=rita)
    assert "forced" not in needs(rita)


def test_an_approval_that_rests_on_assumptions_waits_for_its_author(ana, rita) -> None:
    refined(REFINED["en"], user=ana)
    assert (needs(ana), needs(rita)) == ({"assumption": 1}, {})


def test_conditions_are_told_apart_as_on_their_page(ana) -> None:
    for text in (REFINED["en"], REFINED["pt"]):
        refined(text, user=ana)
    rows = Hypothesis.objects.with_history().order_by("pk")
    told = [by_kind(each["kind"] for each in conditions_of(row)) for row in rows]
    items = waiting_for(ana)[Need.ASSUMPTION].items
    assert [item.detail.partition(": ")[2] for item in items] == told
    assert all("to name" in each and "to confirm" in each for each in told)


def test_only_the_conditions_of_the_last_version_are_told(ana) -> None:
    hypothesis = refined(REFINED["en"], user=ana)
    last = hypothesis.versions.latest("number")
    first = hypothesis.versions.earliest("number")
    assert first != last
    before = waiting_for(ana)[Need.ASSUMPTION].items[0].detail
    first.elements.update(origin="suggested")
    assert waiting_for(ana)[Need.ASSUMPTION].items[0].detail == before
    last.elements.filter(origin="suggested").update(text="to be named: where")
    assert "to confirm" not in waiting_for(ana)[Need.ASSUMPTION].items[0].detail


def test_no_claim_is_read_to_tell_conditions_apart(ana) -> None:
    refined(REFINED["en"], user=ana)
    with CaptureQueriesContext(connection) as asked:
        assert needs(ana) == {"assumption": 1}
    columns = [each["sql"].partition(" FROM ")[0] for each in asked]
    assert not any('"hypotheses_version"."question"' in each for each in columns)
    assert sum('"hypotheses_element"."text"' in each for each in columns) == 1


def test_what_rests_on_the_authors_words_alone_waits_for_nobody(ana, rita) -> None:
    refined(COMPLETE["en"], user=ana)
    assert (needs(ana), needs(rita)) == ({}, {})


def test_confirmed_assumptions_wait_no_longer(ana) -> None:
    hypothesis = refined(REFINED["en"], user=ana)
    names = {"population": "of two banks", "metrics": "", "comparator": ""}
    execute(answer_clarifications(hypothesis_id=hypothesis.pk, answers=names, user=ana).pk)
    assert needs(ana) == {}


def test_a_persons_decision_settles_it(ana, rita) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    override_decision(hypothesis_id=hypothesis.pk, outcome="rejected", reason="no", user=rita)
    assert needs(rita) == {}


def test_a_failed_run_waits_for_its_author(ana, rita) -> None:
    run = submit_hypothesis(text=FORCED["en"], user=ana, wake=False).run
    assert needs(ana) == {}
    Run.objects.filter(pk=run.pk).update(
        status="failed", error="the disk is full", finished_at=run.created_at
    )
    assert waiting_for(ana)[Need.FAILED].items[0].detail == "the run failed: the disk is full"
    assert needs(rita) == {}


def test_a_run_that_failed_and_was_done_again_waits_for_nobody(ana) -> None:
    first = submit_hypothesis(text=FORCED["en"], user=ana, wake=False).run
    Run.objects.filter(pk=first.pk).update(status="failed", finished_at=first.created_at)
    assert needs(ana) == {"failed": 1}
    again = {"kind": first.kind, "subject_id": first.subject_id, "params": {}}
    Run.objects.create(**again, status="done", finished_at=first.created_at)
    assert needs(ana) == {}


@pytest.mark.parametrize("text", [FORCED["en"], REFINED["en"]])
def test_what_is_at_work_waits_for_nobody(ana, rita, text: str) -> None:
    hypothesis = refined(text, user=ana)
    assert needs(ana)
    run = answer_clarifications(
        hypothesis_id=hypothesis.pk, answers={"metrics": "a diary"}, user=ana, wake=False
    )
    assert (needs(ana), needs(rita)) == ({}, {})
    assert claim(run.pk, "host:1") is not None
    assert (needs(ana), needs(rita)) == ({}, {})


def test_judges_that_disagree_wait_for_a_reviewer(ana, rita) -> None:
    hypothesis = refined(COMPLETE["en"], user=ana)
    version = hypothesis.versions.get()
    Review.objects.create(version=version, judge="a model", status="rejected", justification="no")
    Hypothesis.objects.store_standing()
    assert (needs(rita), needs(ana)) == ({"disagreement": 1}, {})
    override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason="yes", user=rita)
    assert needs(rita) == {}


def test_judges_that_disagree_after_a_persons_decision_wait_for_a_reviewer(ana, rita) -> None:
    hypothesis = refined(COMPLETE["en"], user=ana)
    override_decision(hypothesis_id=hypothesis.pk, outcome="rejected", reason="no", user=rita)
    again = one_more_round(hypothesis_id=hypothesis.pk, guidance="name a scale", user=rita)
    assert execute(again.pk).status == "done"
    review = Review.objects.filter(version=hypothesis.versions.latest("number")).latest("pk")
    other = "rejected" if review.status == "approved" else "approved"
    Review.objects.create(
        version=review.version, judge="a model", status=other, forced=review.forced,
        justification="no",
    )  # fmt: skip
    Hypothesis.objects.store_standing()
    assert needs(rita)["disagreement"] == 1


def test_what_is_archived_waits_for_nobody(ana, rita) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    archive_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    assert (needs(ana), needs(rita)) == ({}, {})


def test_more_than_a_thousand_are_not_counted(ana, monkeypatch) -> None:
    monkeypatch.setattr("config.desk.inbox.COUNTED", 2)
    for _ in range(2):
        refined(FORCED["en"], user=ana)
    assert waiting_for(ana)[Need.CLARIFICATION].total == "2"
    for _ in range(2):
        refined(FORCED["en"], user=ana)
    assert waiting_for(ana)[Need.CLARIFICATION].total == "2+"


def test_it_takes_as_many_queries_for_many_as_for_one(ana, rita, django_assert_num_queries) -> None:
    refined(FORCED["en"], user=ana)
    user = User.objects.get(pk=rita.pk)
    with CaptureQueriesContext(connection) as one:
        waiting_for(user)
    for text in (FORCED["pt"], REFINED["en"], REFINED["pt"]):
        refined(text, user=ana)
    user = User.objects.get(pk=rita.pk)
    with django_assert_num_queries(len(one)):
        waiting_for(user)
