"""`/api/v1/decisions/`: read by who may see, taken by reviewers, except on their own."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from hypotheses.models import Decision, Hypothesis
from tests.api import client, wrong
from tests.hypotheses.helpers import last_run
from tests.hypotheses.recorded import TESTERS, complete, waiting
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/decisions/"


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def bea() -> User:
    return person("bea", "reviewer")


@pytest.fixture
def forced(ana: User) -> Hypothesis:
    """Ana's, rejected by force."""
    return waiting(ana, earlier=[TESTERS, TESTERS])


def decide(user: User, row: Hypothesis, outcome: str = "approved", **more: Any) -> Any:
    body = {"hypothesis": row.pk, "outcome": outcome, "reason": "we know X", **more}
    return client(user).post(URL, body)


@pytest.mark.parametrize("outcome", ["approved", "rejected"])
def test_a_reviewer_overrides(bea: User, forced: Hypothesis, outcome: str) -> None:
    seen = forced.decisions.get().pk
    answer = decide(bea, forced, outcome, expected=seen)
    row = forced.decisions.get(current=True)
    url = f"http://testserver{URL}{row.pk}/"
    assert (answer.status_code, answer["Location"]) == (201, url)
    assert answer.json() == {
        "hypothesis": forced.pk, "decision": row.pk, "run": None, "url": url,
    }  # fmt: skip
    assert (row.after, row.user, row.reason) == (outcome, bea, "we know X")
    told = client(bea).get(url).json()
    assert (told["before"], told["after"], told["by"], told["current"]) == (
        "rejected", outcome, "bea", True,
    )  # fmt: skip


def test_one_more_round_answers_with_its_run(bea: User, forced: Hypothesis) -> None:
    answer = decide(bea, forced, "again", reason="say which X")
    run = last_run(forced)
    assert (answer.status_code, answer.json()["run"]) == (202, run.pk)
    assert run.params["round"]["guidance"] == "say which X"


def test_a_researcher_decides_nothing(ana: User, forced: Hypothesis) -> None:
    wrong(decide(ana, forced), 403, "permission_denied")


def test_nobody_decides_on_their_own(bea: User) -> None:
    own = waiting(bea)
    detail = wrong(decide(bea, own), 403, "permission_denied")
    assert detail == "you cannot decide on your own hypothesis"


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"reason": ""}, "refused", None),
        ({"outcome": "maybe"}, "invalid_choice", "outcome"),
        ({"expected": "latest"}, "invalid", "expected"),
        ({"by": "ana"}, "unknown_field", "by"),
    ],
)
def test_what_is_wrong_is_told(
    bea: User, forced: Hypothesis, more: dict[str, Any], code: str, field: str | None
) -> None:
    wrong(decide(bea, forced, **more), 400, code, field)
    assert forced.decisions.count() == 1


def test_a_decision_on_what_is_not_there_is_404(bea: User, forced: Hypothesis) -> None:
    wrong(decide(bea, forced, hypothesis=10**30), 404, "not_found")


def test_who_comes_too_late_is_told_how_it_stands(bea: User, forced: Hypothesis) -> None:
    seen = forced.decisions.get().pk
    decide(person("cleo", "reviewer"), forced, "rejected", reason="no X is named")
    answer = decide(bea, forced, expected=seen)
    assert "rejected by cleo" in wrong(answer, 409, "conflict")
    current = forced.decisions.get(current=True).pk
    assert answer.json()["current"] == {
        "hypothesis": forced.pk, "status": "rejected", "version": 3,
        "decision": {"id": current, "source": "human", "after": "rejected"},
    }  # fmt: skip


def test_while_a_run_is_at_work_the_conflict_says_so(bea: User, forced: Hypothesis) -> None:
    decide(bea, forced, "again")
    answer = decide(bea, forced)
    wrong(answer, 409, "conflict")
    assert answer.json()["current"]["status"] == "working"


@pytest.mark.django_db(transaction=True)
def test_of_reviewers_at_once_one_wins_and_the_rest_are_told(forced: Hypothesis) -> None:
    rivals = [person(f"reviewer{number}", "reviewer") for number in range(4)]
    seen = forced.decisions.get().pk
    start = threading.Barrier(len(rivals))

    def race(user: User) -> Any:
        try:
            start.wait()
            return decide(user, forced, expected=seen)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(rivals)) as pool:
        answers = list(pool.map(race, rivals))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    winner = forced.decisions.get(current=True).pk
    told = [each.json()["current"]["decision"]["id"] for each in answers if each.status_code == 409]
    assert told == [winner] * 3


def test_a_person_without_an_account_is_named(ana: User, bea: User, forced: Hypothesis) -> None:
    from hypotheses.services.review import override_decision

    row = override_decision(
        hypothesis_id=forced.pk, outcome="approved", reason="we know X", actor="carl"
    )
    found = [client(user).get(f"{URL}{row.pk}/").json()["by"] for user in (ana, bea)]
    assert found == ["carl", "carl"]


def test_the_list_is_filtered(bea: User, forced: Hypothesis) -> None:
    decide(bea, forced)
    other = complete()
    first, second, third = Decision.objects.order_by("pk").values_list("pk", flat=True)
    cases = {
        ("hypothesis", str(forced.pk)): [second, first],
        ("hypothesis", str(other.pk)): [third],
        ("source", "forced"): [first],
        ("after", "rejected"): [first],
        ("current", "true"): [third, second],
        ("ordering", "id"): [first, second, third],
    }
    api = client(bea)
    found = {
        case: [row["id"] for row in api.get(URL, dict([case])).json()["results"]] for case in cases
    }
    assert found == cases
