"""Hand-edited versions and answers, and the rows that rounds leave."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from config.runs.execution import execute
from hypotheses.models import Hypothesis
from hypotheses.services.edit import edit_question
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, refined
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/hypotheses/"


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def forced(ana: User) -> Hypothesis:
    return refined(FORCED["en"], user=ana)


def test_a_version_in_one_s_own_words_is_assessed(ana: User, forced: Hypothesis) -> None:
    api, place = client(ana), f"{URL}{forced.pk}/versions/"
    answer = api.post(place, {"question": COMPLETE["en"], "expected": 3})
    assert answer.status_code == 202, answer.json()
    execute(answer.json()["run"])
    last = api.get(place).json()["results"][-1]
    assert (last["number"], last["question"], last["origin"], last["author"]) == (
        4, COMPLETE["en"], "user", "ana",
    )  # fmt: skip
    assert api.get(f"{URL}{forced.pk}/").json()["status"] == "approved"


def test_a_version_by_hand_names_who_wrote_it(ana: User, forced: Hypothesis) -> None:
    bea = person("bea", "reviewer")
    edit_question(hypothesis_id=forced.pk, question=COMPLETE["en"], user=bea)
    place = f"{URL}{forced.pk}/versions/"
    found = [client(user).get(place).json()["results"][-1]["author"] for user in (ana, bea)]
    assert found == ["bea", "bea"]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "required", "question"),
        ({"question": " "}, "empty", "question"),
        ({"question": COMPLETE["en"], "number": 9}, "unknown_field", "number"),
    ],
)
def test_a_version_that_cannot_be_taken_names_its_field(
    ana: User, forced: Hypothesis, body: dict[str, Any], code: str, field: str
) -> None:
    wrong(client(ana).post(f"{URL}{forced.pk}/versions/", body), 400, code, field)
    assert forced.versions.count() == 3


def test_a_version_on_an_older_one_is_a_conflict(ana: User, forced: Hypothesis) -> None:
    body = {"question": COMPLETE["en"], "expected": 2}
    answer = client(ana).post(f"{URL}{forced.pk}/versions/", body)
    wrong(answer, 409, "conflict")
    assert answer.json()["current"]["version"] == 3


def test_answers_start_a_round(ana: User, forced: Hypothesis) -> None:
    api = client(ana)
    answer = api.post(
        f"{URL}{forced.pk}/answers/",
        {
            "answers": {
                "variables": "Coffee reduces sleep time in adults aged 18-40",
                "metrics": "a sleep diary, in hours",
                "comparator": "those who drink none",
            },
            "expected": 3,
        },
    )
    assert answer.status_code == 202, answer.json()
    execute(answer.json()["run"])
    assert api.get(f"{URL}{forced.pk}/").json()["status"] == "approved"
    asked = api.get("/api/v1/clarifications/", {"answered": "true"}).json()["results"]
    assert {row["aspect"] for row in asked} == {"metrics", "variables", "testability"}
    assert {row["answered_by"] for row in asked} == {"ana"}


def test_what_was_assumed_is_confirmed_or_dropped(ana: User) -> None:
    row = refined(REFINED["en"], user=ana)
    answer = client(ana).post(
        f"{URL}{row.pk}/answers/", {"answers": {"population": ""}, "drops": ["metrics"]}
    )
    assert answer.status_code == 202, answer.json()


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "refused", None),
        ({"answers": {"colour": "red"}}, "unknown_field", "answers.colour"),
        ({"answers": ["red"]}, "invalid", "answers.non_field_errors"),
        ({"drops": ["colour"]}, "invalid_choice", "drops.0"),
        ({"drops": ["metrics"]}, "refused", None),
    ],
)
def test_answers_that_cannot_be_taken(
    ana: User, forced: Hypothesis, body: dict[str, Any], code: str, field: str | None
) -> None:
    wrong(client(ana).post(f"{URL}{forced.pk}/answers/", body), 400, code, field)


FILTERS = {
    "versions": [("origin", "user", 1), ("origin", "structurer", 2), ("ordering", "-number", 3)],
    "reviews": [("status", "rejected", 1), ("forced", "true", 1), ("ordering", "id", 4)],
    "gaps": [("state", "open", 3), ("aspect", "metrics", 1), ("ordering", "-id", 3)],
    "clarifications": [("answered", "false", 6), ("aspect", "metrics", 2)],
}


@pytest.mark.parametrize("resource", FILTERS)
def test_the_rows_of_a_hypothesis_are_found_by_it(ana: User, resource: str) -> None:
    rows = [refined(idea["en"], user=ana) for idea in (FORCED, COMPLETE)]
    api, url = client(ana), f"/api/v1/{resource}/"
    found = api.get(url, {"hypothesis": rows[0].pk}).json()["results"]
    assert {row["hypothesis"] for row in found} == {rows[0].pk}
    assert api.get(found[0]["url"]).json() == found[0]
    for name, value, count in FILTERS[resource]:
        query = {"hypothesis": rows[0].pk, name: value}
        assert api.get(url, query).json()["count"] == count, name


def test_a_review_tells_its_scores_with_their_evidence(ana: User, forced: Hypothesis) -> None:
    (first, *_rest) = client(ana).get("/api/v1/reviews/", {"ordering": "id"}).json()["results"]
    assert (first["version"], first["status"]) == (1, "needs_refinement")
    scores = {row["aspect"]: (row["score"], row["evidence"]) for row in first["scores"]}
    assert scores["population"] == (2, "adults aged 18-40")
