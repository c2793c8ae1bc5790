"""Who may do what: every address of the API, each method, each person, against one table.

The addresses come from the URL configuration: a new one without an entry here fails.
"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from config.runs.models import Run
from hypotheses.models import Hypothesis, Preregistration
from tests.api import addresses, client
from tests.hypotheses.helpers import COMPLETE, last_run
from tests.hypotheses.recorded import TESTERS, waiting
from tests.hypotheses.registering import frozen
from tests.people import person

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete", "options")
PEOPLE = ("anonymous", "owner", "other", "reviewer", "admin")

# What each person gets, in the order of PEOPLE. A method that an address lacks is 401 to the
# anonymous and 405 to the rest.
Row = dict[str, tuple[int, ...]]
READ_ALL: Row = {"get": (401, 200, 200, 200, 200)}  # lists: each person's own part of them
READ_ONE: Row = {"get": (401, 200, 404, 200, 200)}
OPEN: Row = dict.fromkeys(("get",), (200,) * 5)
EXPECTED: dict[str, Row] = {
    "api-schema": OPEN,
    "api-docs": OPEN,
    "api-nowhere": dict.fromkeys(METHODS, (404,) * 5),
    "api-token-list": {**READ_ALL, "post": (201,) * 5, "delete": (401, 204, 204, 204, 204)},
    "api-token-detail": {"delete": (401, 404, 404, 404, 404)},
    "api-run-list": READ_ALL,
    "api-run-detail": READ_ONE,
    "api-run-events": READ_ONE,
    "api-run-cancel": {"post": (401, 409, 404, 409, 409)},  # it is done
    "api-run-retry": {"post": (401, 409, 404, 409, 409)},
    "api-hypothesis-list": {**READ_ALL, "post": (401, 202, 202, 202, 202)},
    "api-hypothesis-detail": {
        **READ_ONE,
        "patch": (401, 409, 404, 403, 409),  # its run has begun
        "delete": (401, 403, 404, 403, 204),
    },
    "api-hypothesis-archive": {"post": (401, 200, 404, 403, 200)},
    "api-hypothesis-restore": {"post": (401, 409, 404, 403, 409)},
    "api-hypothesis-versions": {**READ_ONE, "post": (401, 202, 404, 202, 202)},
    "api-hypothesis-answers": {"post": (401, 202, 404, 202, 202)},
    "api-version-list": READ_ALL,
    "api-version-detail": READ_ONE,
    "api-review-list": READ_ALL,
    "api-review-detail": READ_ONE,
    "api-gap-list": READ_ALL,
    "api-gap-detail": READ_ONE,
    "api-clarification-list": READ_ALL,
    "api-clarification-detail": READ_ONE,
    "api-decision-list": {**READ_ALL, "post": (401, 403, 403, 201, 201)},
    "api-decision-detail": READ_ONE,
    "api-preregistration-list": {**READ_ALL, "post": (401, 201, 404, 403, 201)},
    "api-preregistration-detail": READ_ONE,
    "api-preregistration-verify": READ_ONE,
    "api-assess": {"post": (401, 200, 200, 200, 200)},
}
# The open pages say what they lack to everybody.
ANYBODY = ("api-schema", "api-docs")


ADDRESSES = addresses() | addresses("hypotheses")


@pytest.fixture
def hypothesis() -> Hypothesis:
    """The owner's, rejected by force, with everything a hypothesis can have."""
    return waiting(person("owner"), earlier=[TESTERS, TESTERS])


def asking(who: str, hypothesis: Hypothesis) -> APIClient:
    if who == "anonymous":
        return client()
    if who == "owner":
        return client(hypothesis.owner)
    return client(person(who, "researcher" if who == "other" else who))


def concrete(name: str, hypothesis: Hypothesis) -> str:
    """The address of the owner's own."""
    rows: dict[str, Any] = {
        "run": last_run(hypothesis),
        "hypothesis": hypothesis,
        "version": hypothesis.versions.earliest("pk"),
        "review": hypothesis.versions.earliest("pk").reviews.get(),
        "gap": hypothesis.gaps.earliest("pk"),
        "clarification": hypothesis.clarifications.earliest("pk"),
        "decision": hypothesis.decisions.earliest("pk"),
        "preregistration": Preregistration.objects.first(),
    }
    row = rows.get(name.split("-")[1])
    return (
        ADDRESSES[name]
        .replace("<int:pk>", str(row.pk) if row else "")
        .replace("<slug:prefix>", "0" * 15)
    )


def body(name: str, method: str, hypothesis: Hypothesis) -> dict[str, Any] | None:
    """A request that nothing but the person can be wrong with."""
    idea = {"text": COMPLETE["en"]}
    bodies: dict[tuple[str, str], dict[str, Any]] = {
        ("api-token-list", "post"): {"username": "signer", "password": "a password"},
        ("api-hypothesis-list", "post"): idea,
        ("api-hypothesis-detail", "patch"): idea,
        ("api-hypothesis-versions", "post"): {"question": COMPLETE["en"]},
        ("api-hypothesis-answers", "post"): {"answers": {"metrics": "a sleep diary, in hours"}},
        ("api-assess", "post"): idea,
        ("api-decision-list", "post"): {
            "hypothesis": hypothesis.pk, "outcome": "approved", "reason": "we know X",
        },
    }  # fmt: skip
    if row := Preregistration.objects.first():
        amended = {"hypothesis": row.hypothesis_id, "note": "an amendment"}
        bodies["api-preregistration-list", "post"] = amended
    return bodies.get((name, method))


def test_every_address_is_in_the_table() -> None:
    assert set(ADDRESSES) == set(EXPECTED)


@pytest.mark.parametrize("who", PEOPLE)
def test_each_person_gets_what_the_table_says(who: str, hypothesis: Hypothesis) -> None:
    from django.core.cache import cache
    from django.db import transaction

    person("signer", password="a password")
    frozen(hypothesis.owner)
    api = asking(who, hypothesis)
    found, expected = {}, {}
    for name in sorted(EXPECTED):
        url = concrete(name, hypothesis)
        for method in METHODS:
            cache.clear()
            sent = body(name, method, hypothesis)
            point = transaction.savepoint()
            answer = (
                getattr(api, method)(url, sent, format="json")
                if sent
                else (getattr(api, method)(url))
            )
            transaction.savepoint_rollback(point)  # each request finds the same
            lacking = 401 if who == "anonymous" and name not in ANYBODY else 405
            allowed = EXPECTED[name].get(method)
            expected[name, method] = allowed[PEOPLE.index(who)] if allowed else lacking
            found[name, method] = answer.status_code
    assert found == expected


def test_another_s_hypothesis_is_in_no_list(hypothesis: Hypothesis) -> None:
    api = client(person("other"))
    lists = [name for name in EXPECTED if name.endswith("-list") and name != "api-token-list"]
    found = {name: api.get(concrete(name, hypothesis)).json()["count"] for name in lists}
    assert found == dict.fromkeys(lists, 0)
    assert Run.objects.count() == 1


def test_an_author_learns_who_decided_and_others_learn_nothing(hypothesis: Hypothesis) -> None:
    bea = person("bea-the-reviewer", "reviewer")
    decided = client(bea).post(
        "/api/v1/decisions/",
        {"hypothesis": hypothesis.pk, "outcome": "again", "reason": "mend the metric"},
    )
    assert decided.status_code == 202, decided.json()
    (row, _forced) = client(hypothesis.owner).get("/api/v1/decisions/").json()["results"]
    assert row["by"] == "bea-the-reviewer"
    other = client(person("eva"))
    for name, methods in EXPECTED.items():
        if "get" in methods and name.startswith(("api-h", "api-v", "api-r", "api-d")):
            assert "bea-the-reviewer" not in other.get(concrete(name, hypothesis)).content.decode()
