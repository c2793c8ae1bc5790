"""A person's decision: on record, in force, with a reason."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection

from config.desk.refusals import Conflict, Refusal
from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.models import Decision, Hypothesis
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import one_more_round, override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, refined, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def hypothesis() -> Hypothesis:
    """One that was rejected by force, with three open gaps."""
    return refined(FORCED["en"])


def decide(hypothesis: Hypothesis, outcome: str = "approved", **options) -> Decision:
    return override_decision(
        hypothesis_id=hypothesis.pk, outcome=outcome, **{"reason": "we know X", **options}
    )


@pytest.mark.parametrize("outcome", ["approved", "rejected"])
def test_a_person_s_decision_is_in_force(hypothesis, outcome: str, django_user_model) -> None:
    user = django_user_model.objects.create_user("bea")
    decide(hypothesis, outcome, reason=" we know X ", user=user)
    row = hypothesis.decisions.get(current=True)
    assert (row.source, row.before, row.after) == ("human", "rejected", outcome)
    assert (row.user, row.reason, row.version.number) == (user, "we know X", 3)


def test_a_person_without_an_account_is_named(hypothesis) -> None:
    decision = decide(hypothesis, actor="ana")
    assert (decision.user, decision.actor) == (None, "ana")


def test_the_history_is_appended_and_never_edited(hypothesis) -> None:
    first = hypothesis.decisions.get()
    decide(hypothesis, "approved")
    decide(hypothesis, "rejected", reason="on second thought")
    rows = list(hypothesis.decisions.all())
    assert [(row.source, row.before, row.after, row.current) for row in rows] == [
        ("forced", "", "rejected", False),
        ("human", "rejected", "approved", False),
        ("human", "approved", "rejected", True),
    ]
    assert (rows[0].pk, rows[0].reason, rows[0].created_at) == (
        first.pk, first.reason, first.created_at,
    )  # fmt: skip


def test_an_approval_waives_the_open_gaps_on_record(hypothesis) -> None:
    decide(hypothesis)
    assert {gap.state for gap in hypothesis.gaps.all()} == {"waived"}
    for gap in hypothesis.gaps.all():
        assert [event.state for event in gap.events.all()] == ["open", "waived"]


def test_an_approval_waives_a_reopened_gap_too() -> None:
    hypothesis = refined(REFINED["en"])
    execute(answer_clarifications(hypothesis_id=hypothesis.pk, drops=["metrics"], wake=False).pk)
    assert hypothesis.gaps.get(aspect="metrics").state == "reopened"
    decide(hypothesis)
    gap = hypothesis.gaps.get(aspect="metrics")
    assert gap.state == "waived"
    last = gap.events.last()
    assert last is not None
    assert (last.state, last.version) == ("waived", hypothesis.versions.latest("number"))


def test_an_approval_leaves_closed_gaps_closed() -> None:
    hypothesis = refined(REFINED["en"])
    decide(hypothesis)
    assert {gap.state for gap in hypothesis.gaps.all()} == {"closed"}


def test_a_rejection_waives_nothing(hypothesis) -> None:
    decide(hypothesis, "rejected")
    assert {gap.state for gap in hypothesis.gaps.all()} == {"open"}


def test_no_version_is_made_and_no_run_is_started(hypothesis) -> None:
    before = stored()
    decide(hypothesis, "rejected")
    after = stored()
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == {
        "Decision": 1
    }


def refused(hypothesis: Hypothesis, message: str, **options) -> None:
    before = stored()
    with pytest.raises(Refusal, match=message):
        decide(hypothesis, **options)
    assert stored() == before
    assert hypothesis.decisions.get(current=True).source == "forced"
    assert {gap.state for gap in hypothesis.gaps.all()} == {"open"}


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("", "needs a reason"),
        (" \n", "needs a reason"),
        ("a\x00b", "control character"),
        ("a \udcff", "not valid UTF-8"),
        ("a" * 5_001, "longer than the 5000"),
    ],
)
def test_a_reason_is_needed_that_can_be_read(hypothesis, reason: str, message: str) -> None:
    refused(hypothesis, message, reason=reason)


def test_an_outcome_that_is_none_is_refused(hypothesis) -> None:
    refused(hypothesis, "maybe is no decision: approve or reject", outcome="maybe")


def test_one_s_own_hypothesis_is_refused(hypothesis, django_user_model) -> None:
    user = django_user_model.objects.create_user("ana")
    Hypothesis.objects.update(owner=user)
    refused(hypothesis, "your own", user=user)


def test_a_decision_taken_on_an_older_one_is_refused(hypothesis) -> None:
    refused(hypothesis, "somebody decided meanwhile", expected=404)


def test_a_decision_taken_on_the_one_in_force_is_taken(hypothesis) -> None:
    seen = hypothesis.decisions.get()
    assert decide(hypothesis, expected=seen.pk).current


def test_while_a_run_is_at_work_nobody_decides() -> None:
    submission = submit_hypothesis(text=COMPLETE["en"])
    with pytest.raises(Refusal, match="is queued: wait for it or cancel it"):
        decide(submission.hypothesis)


def test_a_hypothesis_whose_run_left_no_version_cannot_be_decided() -> None:
    submission = submit_hypothesis(text=COMPLETE["en"])
    Run.objects.all().delete()
    with pytest.raises(Refusal, match="has no version yet: retry its run"):
        decide(submission.hypothesis)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rivals", [2, 6])
def test_of_several_who_decide_on_what_they_saw_exactly_one_wins(rivals: int) -> None:
    hypothesis = refined(FORCED["en"])
    seen = hypothesis.decisions.get().pk
    start = threading.Barrier(rivals)

    def race(number: int) -> str:
        start.wait()
        try:
            decide(hypothesis, "approved", reason=f"rival {number}", expected=seen)
        except Refusal as error:
            return str(error).partition(":")[0]
        else:
            return "won"
        finally:
            connection.close()

    with ThreadPoolExecutor(rivals) as pool:
        results = Counter(pool.map(race, range(rivals)))
    assert results == {"won": 1, "somebody decided meanwhile": rivals - 1}
    assert hypothesis.decisions.filter(source="human").count() == 1
    assert hypothesis.decisions.get(current=True).source == "human"


def test_sending_back_is_on_record_and_in_force_until_the_round_ends(hypothesis) -> None:
    rita = User.objects.create_user("rita")
    run = one_more_round(hypothesis_id=hypothesis.pk, guidance="name X", user=rita, wake=False)
    row = hypothesis.decisions.get(current=True)
    assert (row.source, row.before, row.after) == ("human", "rejected", "again")
    assert (row.user, row.reason) == (rita, "name X")
    assert hypothesis_report(hypothesis_id=hypothesis.pk)["status"] == "queued"
    execute(run.pk)
    assert hypothesis.decisions.get(current=True).source == "forced"
    assert hypothesis_report(hypothesis_id=hypothesis.pk)["status"] == "rejected"


def test_the_one_who_is_late_is_told_what_changed(hypothesis) -> None:
    seen = hypothesis.decisions.get(current=True).pk
    decide(hypothesis, "approved", user=User.objects.create_user("rita"), expected=seen)
    with pytest.raises(Conflict, match="somebody decided meanwhile: approved by rita .*we know X"):
        decide(hypothesis, "rejected", expected=seen)
    with pytest.raises(Conflict, match="approved by rita"):
        one_more_round(hypothesis_id=hypothesis.pk, guidance="again", expected=seen)
