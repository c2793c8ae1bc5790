"""A list or a page asks the database as often for five rows as for one."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from hypotheses.models import Hypothesis
from hypotheses.services.review import override_decision
from tests.api import client
from tests.hypotheses.helpers import last_run
from tests.hypotheses.recorded import TESTERS, waiting
from tests.people import person

pytestmark = pytest.mark.django_db
LISTS = (
    "hypotheses", "versions", "reviews", "gaps", "clarifications", "decisions", "runs", "tokens",
)  # fmt: skip


@pytest.fixture
def bea() -> User:
    return person("bea", "reviewer")


def grown(user: User, rows: int) -> list[Hypothesis]:
    """So many, each with all that a hypothesis can have."""
    found = [waiting(person(f"owner{number}"), earlier=[TESTERS]) for number in range(rows)]
    for row in found:
        override_decision(hypothesis_id=row.pk, outcome="approved", reason="we know X", user=user)
    return found


def asked(api: Any, url: str, capture: Any) -> int:
    with capture as queries:
        answer = api.get(url)
    assert answer.status_code == 200, answer.content
    return len(queries)


def test_lists_take_a_constant_number_of_queries(
    bea: User, django_assert_max_num_queries: Any
) -> None:
    def counts() -> dict[str, int]:
        return {
            name: asked(api, f"/api/v1/{name}/", django_assert_max_num_queries(20))
            for name in LISTS
        }

    grown(bea, 1)
    api = client(bea)
    few = counts()
    for number in range(1, 5):
        row = waiting(person(f"more{number}"), earlier=[TESTERS])
        override_decision(hypothesis_id=row.pk, outcome="approved", reason="so", user=bea)
        client(bea)
    assert counts() == few
    assert max(few.values()) <= 10, few


def test_a_detail_takes_as_many_whatever_it_holds(
    bea: User, django_assert_max_num_queries: Any
) -> None:
    (rich,) = grown(bea, 1)
    poor = waiting(bea)
    api = client(bea)
    found = [
        asked(api, f"/api/v1/hypotheses/{row.pk}/", django_assert_max_num_queries(30))
        for row in (poor, rich)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("place", ["hypotheses/{hypothesis}/versions", "runs/{run}/events"])
def test_nested_lists_take_a_constant_number(
    bea: User, place: str, django_assert_max_num_queries: Any
) -> None:
    rows = [waiting(bea, earlier=[TESTERS] * before) for before in (0, 4)]
    api = client(bea)
    found = {
        asked(
            api,
            "/api/v1/" + place.format(hypothesis=row.pk, run=last_run(row).pk) + "/",
            django_assert_max_num_queries(15),
        )
        for row in rows
    }
    assert len(found) == 1
