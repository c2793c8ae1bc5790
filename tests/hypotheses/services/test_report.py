"""The report: one JSON object with the keys that others rely on."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.runs.models import LlmCall, Run
from config.runs.services import cancel_run
from hypotheses.models import Hypothesis, Note
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import (
    COMPLETE,
    FORCED,
    LANGUAGES,
    REFINED,
    VETOED,
    last_run,
    refined,
)
from tests.hypotheses.recorded import conditional, unnamed, waiting

pytestmark = pytest.mark.django_db


def report(hypothesis: Hypothesis) -> dict[str, Any]:
    return hypothesis_report(hypothesis_id=hypothesis.pk)


@pytest.mark.parametrize("idea", [REFINED, FORCED, COMPLETE, VETOED])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_the_keys_that_others_rely_on(idea: dict[str, str], language: str) -> None:
    found = report(refined(idea[language]))
    assert found.keys() >= {
        "id", "status", "forced", "language", "input_kind", "versions", "open_gaps", "warnings",
        "usage",
    }  # fmt: skip
    assert found["usage"].keys() >= {"llm_calls", "tokens", "cost_usd", "seconds"}
    for version in found["versions"]:
        assert version.keys() >= {"number", "question", "elements", "review"}
        assert version["review"].keys() >= {
            "status", "justification", "improvements", "clarifications", "forced",
        }  # fmt: skip
        for element in version["elements"]:
            assert element.keys() >= {"aspect", "text", "origin"}
        for item in version["review"]["improvements"]:
            assert item.keys() == {"slot", "aspect", "gap", "suggestion", "state"}


def test_it_is_plain_json() -> None:
    found = report(refined(FORCED["pt"]))
    assert json.loads(json.dumps(found)) == found


def test_an_approved_idea() -> None:
    found = report(refined(REFINED["en"]))
    assert (found["status"], found["forced"], found["language"], found["input_kind"]) == (
        "approved", False, "en", "semi_formed",
    )  # fmt: skip
    assert [version["review"]["status"] for version in found["versions"]] == [
        "needs_refinement", "approved",
    ]  # fmt: skip
    assert found["open_gaps"] == []
    assert {item["state"] for item in found["versions"][0]["review"]["improvements"]} == {"closed"}


def test_a_forced_idea() -> None:
    found = report(refined(FORCED["en"]))
    assert (found["status"], found["forced"]) == ("rejected", True)
    assert [version["review"]["forced"] for version in found["versions"]] == [False, False, True]
    slots = {"exposure", "outcome", "measure", "comparator"}
    assert {gap["slot"] for gap in found["open_gaps"]} == slots
    last = found["versions"][-1]["review"]
    assert last["clarifications"].keys() == {"exposure", "outcome"}  # the others hang on these
    assert {each["slot"] for each in found["awaiting"]} == {"exposure", "outcome"}
    assert (found["waiting"], found["conditions"]) == (True, [])
    assert {item["state"] for item in last["improvements"]} == {"open"}


def test_conditions_are_those_of_an_approval() -> None:
    approved = report(conditional())
    assert [each["slot"] for each in approved["conditions"]] == ["comparator", "measure"]
    rejected = waiting()
    assert report(rejected)["conditions"] == []
    override_decision(hypothesis_id=rejected.pk, outcome="approved", reason="we know X")
    assert [each["slot"] for each in report(rejected)["conditions"]] == ["comparator"]


def test_a_condition_is_to_be_named_or_confirmed() -> None:
    found = {each["slot"]: each["kind"] for each in report(unnamed())["conditions"]}
    assert found == {"bound": "name", "comparator": "confirm", "measure": "confirm"}


def test_a_person_s_decision_is_the_status() -> None:
    hypothesis = refined(FORCED["en"])
    override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason="we know X")
    found = report(hypothesis)
    assert (found["status"], found["forced"], found["open_gaps"]) == ("approved", False, [])
    assert [(row["source"], row["current"]) for row in found["decisions"]] == [
        ("forced", False), ("human", True),
    ]  # fmt: skip


def test_a_queued_idea_has_no_decision_yet() -> None:
    submission = submit_hypothesis(text=REFINED["en"])
    found = report(submission.hypothesis)
    assert (found["status"], found["versions"], found["decisions"]) == ("queued", [], [])


def test_a_cancelled_run_is_the_status() -> None:
    submission = submit_hypothesis(text=REFINED["en"])
    cancel_run(run_id=submission.run.pk)
    assert report(submission.hypothesis)["status"] == "cancelled"


@pytest.mark.parametrize("status", ["failed", "dead"])
def test_a_run_that_did_not_make_it_is_failed(status: str) -> None:
    submission = submit_hypothesis(text=REFINED["en"])
    Run.objects.filter(pk=submission.run.pk).update(status=status, finished_at=timezone.now())
    assert report(submission.hypothesis)["status"] == "failed"


def test_a_failed_further_round_leaves_the_decision_in_force() -> None:
    hypothesis = refined(REFINED["en"])
    run = answer_clarifications(hypothesis_id=hypothesis.pk, answers={"measure": ""})
    cancel_run(run_id=run.pk)
    assert report(hypothesis)["status"] == "approved"


def test_questions_carry_their_answers() -> None:
    hypothesis = refined(FORCED["en"])
    answer_clarifications(hypothesis_id=hypothesis.pk, answers={"outcome": "sleep"}, wake=False)
    rows = report(hypothesis)["clarifications"]
    assert [(row["version"], row["answer"]) for row in rows if row["slot"] == "outcome"] == [
        (1, None), (2, None), (3, "sleep"),
    ]  # fmt: skip


def test_a_near_duplicate_is_a_warning() -> None:
    first, second = refined(REFINED["en"]), refined(REFINED["en"])
    assert report(first)["warnings"] == []
    (warning,) = report(second)["warnings"]
    assert warning == {
        "code": "near_duplicate",
        "message": f"nearly the same as hypothesis {first.pk}",
    }


def test_drift_is_a_warning_that_names_its_version() -> None:
    hypothesis = refined(REFINED["en"])
    version = hypothesis.versions.get(number=2)
    for lost in ("independent", "direction"):
        Note.objects.create(version=version, kind="drift", text=lost)
    (warning,) = report(hypothesis)["warnings"]
    assert warning == {
        "code": "drift",
        "message": "V2 drifts from the original idea: independent, direction",
    }


def test_usage_sums_the_calls_and_the_seconds_of_all_runs() -> None:
    hypothesis = refined(REFINED["en"])
    answer_clarifications(hypothesis_id=hypothesis.pk, answers={"measure": ""}, wake=False)
    start = timezone.now()
    Run.objects.update(started_at=start)
    Run.objects.filter(status="done").update(finished_at=start + timedelta(seconds=2.5))
    for _ in range(2):
        LlmCall.objects.create(
            run=last_run(hypothesis), prompt="p", prompt_hash="h", model="m",
            tokens_in=10, tokens_out=5, cost_usd="0.25",
        )  # fmt: skip
    usage = report(hypothesis)["usage"]
    assert [usage[name] for name in ("llm_calls", "tokens", "cost_usd", "seconds")] == [
        2, 30, 0.5, 2.5,
    ]  # fmt: skip


def test_it_takes_no_more_queries_for_more_versions(django_assert_num_queries) -> None:
    short, long = (refined(FORCED["en"], max_refinements=limit) for limit in (1, 5))
    with CaptureQueriesContext(connection) as queries:
        report(short)
    with django_assert_num_queries(len(queries)):
        report(long)
