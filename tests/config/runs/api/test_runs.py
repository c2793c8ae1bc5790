"""`/api/v1/runs/`: look, follow, cancel, retry."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from config.runs.execution import execute
from config.runs.models import Run
from config.runs.services import cancel_run, enqueue_run
from hypotheses.services.submit import submit_hypothesis
from tests.api import client, wrong
from tests.hypotheses.helpers import REFINED
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/runs/"


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def run(ana: User) -> Run:
    """The run of an idea of Ana's, queued."""
    return submit_hypothesis(text=REFINED["en"], user=ana).run


def test_a_run_tells_how_it_stands_and_nothing_of_its_texts(ana: User, run: Run) -> None:
    found = client(ana).get(f"{URL}{run.pk}/").json()
    assert (found["status"], found["kind"], found["subject_id"]) == (
        "queued", "refinement", run.subject_id,
    )  # fmt: skip
    assert not {"params", "created_by", "worker"} & set(found)


def test_its_events_can_be_followed(ana: User, run: Run) -> None:
    api = client(ana)
    place = api.get(f"{URL}{run.pk}/").json()["events"]
    assert api.get(place).json()["results"] == []
    execute(run.pk)
    events = api.get(place).json()["results"]
    assert [events[0]["kind"], events[-1]["kind"]] == ["started", "finished"]
    rest = api.get(place, {"after": events[1]["id"]}).json()["results"]
    assert rest == events[2:]


def test_a_queued_run_is_cancelled_and_retried(ana: User, run: Run) -> None:
    api = client(ana)
    answer = api.post(f"{URL}{run.pk}/cancel/")
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    answer = api.post(f"{URL}{run.pk}/retry/")
    assert (answer.status_code, answer.json()["status"]) == (202, "queued")
    assert answer["Location"] == f"http://testserver{URL}{run.pk}/"


def test_who_comes_too_late_is_told_how_it_stands(ana: User, run: Run) -> None:
    execute(run.pk)
    for act in ("cancel", "retry"):
        answer = client(ana).post(f"{URL}{run.pk}/{act}/")
        wrong(answer, 409, "conflict")
        assert answer.json()["current"] == {"run": run.pk, "status": "done"}


def test_another_s_run_is_not_there(run: Run) -> None:
    api = client(person("zoe"))
    for answer in (
        api.get(f"{URL}{run.pk}/"),
        api.get(f"{URL}{run.pk}/events/"),
        api.post(f"{URL}{run.pk}/cancel/"),
        api.post(f"{URL}{run.pk}/retry/"),
    ):
        wrong(answer, 404, "not_found")
    assert api.get(URL).json()["count"] == 0


def test_a_reviewer_cancels_anybody_s(run: Run) -> None:
    answer = client(person("bea", "reviewer")).post(f"{URL}{run.pk}/cancel/")
    assert answer.json()["status"] == "cancelled"


def test_a_run_of_no_subject_that_one_may_see_is_the_admin_s(ana: User) -> None:
    probe = enqueue_run(kind="probe", subject_id=1, wake=False)
    found = {
        role: client(person(role, role)).get(f"{URL}{probe.pk}/").status_code
        for role in ("researcher", "reviewer", "admin")
    }
    assert found == {"researcher": 404, "reviewer": 404, "admin": 200}


def test_runs_are_found_by_what_they_are_about(ana: User, run: Run) -> None:
    other = submit_hypothesis(text=REFINED["pt"], user=ana).run
    cancel_run(run_id=other.pk)
    cases = {
        ("status", "queued"): [run.pk],
        ("subject_id", str(other.subject_id)): [other.pk],
        ("kind", "refinement"): [other.pk, run.pk],
        ("kind", "probe"): [],
        ("created_before", "2000-01-01"): [],
        ("ordering", "id"): [run.pk, other.pk],
    }
    api = client(ana)
    found = {
        case: [row["id"] for row in api.get(URL, dict([case])).json()["results"]] for case in cases
    }
    assert found == cases
