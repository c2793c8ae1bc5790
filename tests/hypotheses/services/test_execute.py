"""The refinement run, from the queue to its decision, in this process."""

from __future__ import annotations

from typing import Any

import pytest

from config.runs import registry
from config.runs.execution import execute
from config.runs.lease import claim
from config.runs.ledger import Ledger
from config.runs.models import Run
from config.runs.services import cancel_run, retry_run
from hypotheses.models import Decision, Review, Version
from hypotheses.services import execute as execution
from hypotheses.services.answers import answer_clarifications, edit_question
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.graph.loop import Answering
from tests.hypotheses.helpers import COMPLETE, FORCED, LANGUAGES, REFINED, last_run, refined
from tests.hypotheses.recorded import complete

pytestmark = pytest.mark.django_db


def test_the_refinement_is_a_registered_kind_of_run() -> None:
    assert registry.get("refinement") is execution.REFINEMENT


def declined(run: Run) -> list[str]:
    """The parts that a run is to make no suggestion for."""
    lease = claim(run.pk, "host:1")
    assert lease is not None
    found: list[str] = execution.prepare(run, Ledger(lease)).state["declined"]
    assert lease.release()
    assert execute(run.pk).status == "done"
    return found


def test_a_part_is_declined_from_when_it_is_dropped_until_it_is_answered() -> None:
    hypothesis = refined(REFINED["en"])
    rounds: list[dict[str, Any]] = [
        {"drops": ["metrics", "comparator"]},
        {"answers": {"population": "of two banks"}},
        {"answers": {"metrics": "the number of failed builds"}},
        {"answers": {"comparator": "teams that write no tests"}},
    ]
    found = [
        declined(answer_clarifications(hypothesis_id=hypothesis.pk, wake=False, **each))
        for each in rounds
    ]
    assert found == [["comparator", "measure"], ["comparator", "measure"], ["comparator"], []]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_approved_idea_has_the_agent_s_decision_in_force(language: str) -> None:
    decision = refined(REFINED[language]).decisions.get()
    assert (decision.source, decision.after, decision.current) == ("agent", "approved", True)
    assert (decision.before, decision.version.number) == ("", 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forced_decision_is_marked_and_stands_on_the_last_version(language: str) -> None:
    hypothesis = refined(FORCED[language])
    decision = hypothesis.decisions.get()
    assert (decision.source, decision.after) == ("forced", "rejected")
    assert decision.version == hypothesis.versions.last()


def test_a_forced_decision_adds_a_review_and_no_version() -> None:
    hypothesis = refined(FORCED["en"])
    forced = Review.objects.get(version__hypothesis=hypothesis, forced=True)
    both = forced.version.reviews.values_list("forced", "status")
    assert list(both) == [(False, "needs_refinement"), (True, "rejected")]
    assert hypothesis.versions.count() == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_complete_idea_is_approved_at_once(language: str) -> None:
    hypothesis = refined(COMPLETE[language])
    version = hypothesis.versions.get()
    assert (version.question, version.origin) == (COMPLETE[language], "user")
    assert (hypothesis.kind, hypothesis.decisions.get().after) == ("complete", "approved")
    assert not hypothesis.gaps.exists()


def test_the_hypothesis_s_own_limit_counts() -> None:
    hypothesis = refined(FORCED["en"], max_refinements=4)
    assert [version.number for version in hypothesis.versions.all()] == [1, 2, 3, 4, 5]


def test_its_steps_are_on_record() -> None:
    run = last_run(refined(REFINED["en"]))
    assert list(run.steps.values_list("node", "iteration")) == [
        ("orchestrator", 0), ("methodologist", 0), ("structurer", 1), ("methodologist", 1),
    ]  # fmt: skip


def malformed(monkeypatch: pytest.MonkeyPatch) -> None:
    analyst = Answering("review", status="rejected", scores=[])
    monkeypatch.setattr("hypotheses.analyst.builtin.BuiltinAnalyst", lambda: analyst)


def test_a_malformed_review_fails_the_run_and_is_no_rejection(monkeypatch) -> None:
    malformed(monkeypatch)
    hypothesis = refined(REFINED["en"])
    run = last_run(hypothesis)
    assert run.status == "failed"
    assert run.error.startswith("methodologist: a review with scores []")
    assert not hypothesis.decisions.exists()
    assert not Review.objects.exists()


def test_a_failed_run_goes_on_where_it_stopped_when_it_is_retried(monkeypatch) -> None:
    with monkeypatch.context() as spoiled:
        malformed(spoiled)
        hypothesis = refined(REFINED["en"])
    kept = hypothesis.versions.get()
    run = execute(retry_run(run_id=last_run(hypothesis).pk, wake=False).pk)
    assert run.status == "done"
    assert hypothesis.versions.first() == kept
    assert run.steps.filter(node="orchestrator").count() == 1
    assert hypothesis.decisions.get().after == "approved"


def test_a_run_that_ends_without_a_verdict_fails() -> None:
    submission = submit_hypothesis(text=REFINED["en"], wake=False)
    outcome = execution.finish(submission.run, {})
    assert (outcome.status, outcome.error) == ("failed", "the review ended without a decision")
    assert not Decision.objects.exists()


def test_an_executed_run_is_not_executed_again() -> None:
    hypothesis = refined(REFINED["en"])
    execute(last_run(hypothesis).pk)
    assert Version.objects.count() == 2
    assert Decision.objects.count() == 1


def test_a_population_that_was_dropped_is_proposed_for_no_more_until_it_is_answered() -> None:
    hypothesis = refined(REFINED["en"])
    asks: list[dict[str, Any]] = [
        {"drops": ["population"]},
        {"answers": {"population": "nurses of one ward"}},
    ]
    found = [
        declined(answer_clarifications(hypothesis_id=hypothesis.pk, wake=False, **each))
        for each in asks
    ]
    assert found == [["bound", "unit"], []]


def person_question(run: Run) -> str:
    """The wording of a person's own that a run judges beside the original idea."""
    lease = claim(run.pk, "host:1")
    assert lease is not None
    found: str = execution.prepare(run, Ledger(lease)).state["person_question"]
    assert lease.release()
    assert execute(run.pk).status == "done"
    return found


def test_a_run_judges_the_newest_wording_of_a_person() -> None:
    asked: dict[str, Any] = {"hypothesis_id": complete().pk, "wake": False}
    assert person_question(answer_clarifications(answers={"window": "a year"}, **asked)) == ""
    edit = edit_question(question=REFINED["en"], **asked)
    assert person_question(edit) == REFINED["en"]
    later = answer_clarifications(answers={"measure": "bugs per release"}, **asked)
    assert person_question(later) == REFINED["en"]


def test_what_a_cancelled_round_dropped_is_not_declined() -> None:
    asked: dict[str, Any] = {"hypothesis_id": refined(REFINED["en"]).pk, "wake": False}
    dropped = answer_clarifications(drops=["measure"], **asked)
    cancel_run(run_id=dropped.pk)
    assert declined(answer_clarifications(answers={"measure": ""}, **asked)) == []
