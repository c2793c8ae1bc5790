"""Hand-edited versions and answers, and the rows that rounds leave."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from config.runs.execution import execute
from hypotheses.models import Hypothesis
from hypotheses.services.answers import edit_question
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE, last_run
from tests.hypotheses.recorded import (
    ASKS,
    PROPOSALS,
    STATEMENTS,
    TESTERS,
    complete,
    conditional,
    waiting,
)
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/hypotheses/"


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def forced(ana: User) -> Hypothesis:
    return waiting(ana, earlier=[TESTERS, TESTERS])


def test_a_version_in_one_s_own_words_is_assessed(ana: User, forced: Hypothesis) -> None:
    api, place = client(ana), f"{URL}{forced.pk}/versions/"
    answer = api.post(place, {"question": COMPLETE["en"], "expected": 3})
    assert answer.status_code == 202, answer.json()
    execute(answer.json()["run"])
    last = api.get(place).json()["results"][-1]
    assert (last["number"], last["question"], last["origin"], last["author"]) == (
        4, COMPLETE["en"], "user", "ana",
    )  # fmt: skip
    assert last["claim"]["design"] != "unknown"


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


def test_answers_by_slot_start_a_round(ana: User, forced: Hypothesis) -> None:
    answers = {"population": "freelancers of one platform", "window": "six weeks",
               "direction": "difference", "comparator": ""}  # fmt: skip
    answer = client(ana).post(f"{URL}{forced.pk}/answers/", {"answers": answers, "expected": 3})
    assert answer.status_code == 202, answer.json()
    assert last_run(forced).params["round"]["answers"] == answers
    (asked,) = client(ana).get("/api/v1/clarifications/", {"answered": "true"}).json()["results"]
    assert (asked["slot"], asked["answer"], asked["answered_by"]) == (
        "population", "freelancers of one platform", "ana",
    )  # fmt: skip
    execute(answer.json()["run"])
    last = client(ana).get(f"{URL}{forced.pk}/versions/").json()["results"][-1]
    assert (last["number"], last["claim"]["window"]) == (
        4, {"text": "six weeks", "origin": "confirmed", "sure": True},
    )  # fmt: skip


def test_what_was_assumed_is_confirmed_or_dropped(ana: User) -> None:
    row = conditional(ana)
    body = {"answers": {"comparator": ""}, "drops": ["metrics"]}  # an earlier name of the slot
    answer = client(ana).post(f"{URL}{row.pk}/answers/", body)
    assert answer.status_code == 202, answer.json()
    told = last_run(row).params["round"]
    assert (told["answers"], told["declined"]) == ({"comparator": ""}, ["measure"])


def test_a_version_tells_its_claim_and_proposals(ana: User) -> None:
    row = conditional(ana)
    detail = client(ana).get(f"{URL}{row.pk}/").json()
    listed = client(ana).get(f"{URL}{row.pk}/versions/").json()["results"]
    for found in (detail["versions"][-1], listed[-1]):
        assert found["claim"]["design"] == "causal"
        assert found["claim"]["population"]["text"] == "software testers of one company"
        assert found["claim"]["measure"]["origin"] == "suggested"
        assert (found["claim"]["null"], found["claim"]["alternative"]) == (
            STATEMENTS["h0"], STATEMENTS["h1"],
        )  # fmt: skip
        assert found["proposals"] == list(PROPOSALS)
    assert [each["slot"] for each in detail["conditions"]] == ["comparator", "measure"]
    assert (detail["awaiting"], detail["waiting"]) == ([], False)


def test_what_waits_is_told_with_its_question(ana: User, forced: Hypothesis) -> None:
    detail = client(ana).get(f"{URL}{forced.pk}/").json()
    asked = ASKS["population"]
    assert (detail["status"], detail["waiting"]) == ("rejected", True)
    assert detail["awaiting"] == [{"slot": "population", "question": asked}]
    assert [gap["slot"] for gap in detail["open_gaps"]] == ["population"]
    review = detail["versions"][-1]["review"]
    assert review["clarifications"] == {"population": asked}


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "refused", None),
        ({"answers": {"colour": "red"}}, "unknown_field", "answers.colour"),
        ({"answers": ["red"]}, "invalid", "answers.non_field_errors"),
        ({"drops": ["colour"]}, "invalid_choice", "drops.0"),
        ({"drops": ["measure"]}, "refused", None),
    ],
)
def test_answers_that_cannot_be_taken(
    ana: User, forced: Hypothesis, body: dict[str, Any], code: str, field: str | None
) -> None:
    wrong(client(ana).post(f"{URL}{forced.pk}/answers/", body), 400, code, field)


FILTERS = {
    "versions": [("origin", "user", 1), ("origin", "structurer", 2), ("ordering", "-number", 3)],
    "reviews": [("status", "rejected", 1), ("forced", "true", 1), ("ordering", "id", 4)],
    "gaps": [("state", "open", 1), ("aspect", "population", 1), ("slot", "measure", 0),
             ("conditional", "true", 0)],
    "clarifications": [("answered", "false", 1), ("aspect", "metrics", 0),
                       ("slot", "population", 1)],
}  # fmt: skip


@pytest.mark.parametrize("resource", FILTERS)
def test_the_rows_of_a_hypothesis_are_found_by_it(
    ana: User, forced: Hypothesis, resource: str
) -> None:
    rows = [forced, complete(ana)]
    api, url = client(ana), f"/api/v1/{resource}/"
    found = api.get(url, {"hypothesis": rows[0].pk}).json()["results"]
    assert {row["hypothesis"] for row in found} == {rows[0].pk}
    assert api.get(found[0]["url"]).json() == found[0]
    for name, value, count in FILTERS[resource]:
        query = {"hypothesis": rows[0].pk, name: value}
        assert api.get(url, query).json()["count"] == count, name


def test_a_review_tells_its_scores_with_their_evidence(ana: User, forced: Hypothesis) -> None:
    review = forced.versions.get(number=1).reviews.get()
    review.scores.filter(aspect="population").update(score=2, evidence="software testers")
    (first, *_rest) = client(ana).get("/api/v1/reviews/", {"ordering": "id"}).json()["results"]
    assert (first["version"], first["status"]) == (1, "needs_refinement")
    scores = {row["aspect"]: (row["score"], row["evidence"]) for row in first["scores"]}
    assert scores["population"] == (2, "software testers")
