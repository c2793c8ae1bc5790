"""Lists of hypotheses: filters, order and pages by allow-list."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from hypotheses.models import Hypothesis
from hypotheses.services.submit import submit_hypothesis
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import complete, conditional, unnamed, waiting
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/hypotheses/"


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def bea() -> User:
    return person("bea", "reviewer")


def listed(user: User, **query: str) -> list[int]:
    answer = client(user).get(URL, query)
    assert answer.status_code == 200, answer.json()
    return [row["id"] for row in answer.json()["results"]]


def test_the_list_s_status_is_the_detail_s(ana: User) -> None:
    rows = [complete(ana), waiting(ana)]
    submit_hypothesis(text=COMPLETE["en"], user=ana)
    api = client(ana)
    found = {row["id"]: row["status"] for row in api.get(URL).json()["results"]}
    assert sorted(found.values()) == ["approved", "rejected", "working"]
    for pk, status in found.items():
        assert api.get(f"{URL}{pk}/").json()["status"] == status
    assert rows[0].pk in found


def test_each_filter_narrows(ana: User, bea: User) -> None:
    approved = conditional(ana).pk
    Hypothesis.objects.filter(pk=approved).update(field="software")
    forced = waiting(ana, text="Música distrai quem testa", language="pt").pk
    working = submit_hypothesis(text=COMPLETE["en"], user=bea).hypothesis.pk
    everything = [working, forced, approved]
    cases = {
        ("status", "approved"): [approved],
        ("status", "working"): [working],
        ("forced", "true"): [forced],
        ("forced", "false"): [working, approved],
        ("conditional", "true"): [approved],
        ("conditional", "false"): [working, forced],
        ("waiting", "true"): [forced],
        ("waiting", "false"): [working, approved],
        ("language", "pt"): [forced],
        ("kind", "semi_formed"): [forced, approved],
        ("owner", "ana"): [forced, approved],
        ("owner", "nobody"): [],
        ("created_after", "2000-01-01T00:00:00Z"): everything,
        ("created_before", "2000-01-01T00:00:00Z"): [],
        ("field", "software"): [approved],
        ("q", "seeded testers"): [approved],
        ("q", "larger share"): [approved],  # in its second version
        ("q", "9" * 200): [],
        ("archived", "false"): everything,
        ("archived", "true"): [],
        ("ordering", "id"): everything[::-1],
        ("ordering", "status"): [approved, forced, working],
        ("page_size", "1"): [working],
    }
    assert {case: listed(bea, **dict([case])) for case in cases} == cases


def test_a_row_tells_what_it_rests_on_and_what_it_waits_for(ana: User) -> None:
    conditional(ana)
    waiting(ana)
    unnamed(ana)
    rows = client(ana).get(URL, {"ordering": "id"}).json()["results"]
    told = ("status", "conditions", "to_name", "awaiting", "waiting")
    assert [tuple(row[name] for name in told) for row in rows] == [
        ("approved", 2, 0, 0, False), ("rejected", 1, 0, 1, True), ("approved", 3, 1, 0, False),
    ]  # fmt: skip


BAD_QUERIES = [
    ("stauts", "approved", "unknown_parameter"),
    ("status", "", "empty"),
    ("text", "TDD", "unknown_parameter"),
    ("status", "nice", "invalid_choice"),
    ("forced", "maybe", "invalid_choice"),
    ("created_after", "yesterday", "invalid"),
    ("created_after", "0001-01-01T00:00:00+23:59", "invalid"),
    ("ordering", "owner__password", "invalid"),
    ("page_size", "0", "invalid"),
    ("page_size", "201", "invalid"),
    ("page_size", "many", "invalid"),
    ("q", "a\x00b", "null_characters_not_allowed"),
]


@pytest.mark.parametrize(("name", "value", "code"), BAD_QUERIES)
def test_a_query_that_is_not_known_is_an_error(ana: User, name: str, value: str, code: str) -> None:
    wrong(client(ana).get(URL, {name: value}), 400, code, name)


@pytest.mark.parametrize("page", ["0", "2", "many", "9" * 40])
def test_a_page_that_is_not_there_is_404(ana: User, page: str) -> None:
    wrong(client(ana).get(URL, {"page": page}), 404, "not_found")
