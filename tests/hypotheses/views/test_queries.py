"""A page asks the database as often for much as for little."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from hypotheses.list_query import listed
from hypotheses.models import Hypothesis
from hypotheses.services.review import override_decision
from tests.hypotheses.recorded import STATEMENTS, TESTERS, conditional, recorded, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> tuple[User, User]:
    ana, bea = User.objects.create_user("ana"), User.objects.create_user("bea")
    bea.groups.add(Group.objects.get(name="reviewer"))
    return ana, bea


def asked(user: User, url: str) -> int:
    client = Client()
    client.force_login(user)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


@pytest.mark.parametrize("url", ["/", "/hypotheses/", "/hypotheses/?q=TDD", "/hypotheses/new/"])
def test_pages_of_many_hypotheses(url: str, people: tuple[User, User]) -> None:
    def some() -> None:
        """One of each kind."""
        conditional(people[0])
        waiting(people[0])
        recorded(user=people[0], status="approved", claim=TESTERS)

    some()
    asked(people[0], url)  # which models there are is asked once a minute
    before = [asked(user, url) for user in people]
    some()
    some()
    assert [asked(user, url) for user in people] == before


@pytest.mark.parametrize("act", ["", "progress/", "compare/", "edit/"])
def test_pages_of_many_versions(act: str, people: tuple[User, User]) -> None:
    ana, bea = people
    one, many = (waiting(ana, earlier=[TESTERS] * before, notes=STATEMENTS) for before in (1, 5))
    assert many.versions.count() == 6
    for outcome in ("approved", "rejected", "approved"):
        override_decision(hypothesis_id=many.pk, outcome=outcome, reason="so", user=bea)
    override_decision(hypothesis_id=one.pk, outcome="approved", reason="so", user=bea)
    pages: list[Callable[[Hypothesis], str]] = [lambda h: f"/hypotheses/{h.pk}/{act}"]
    for url in pages:
        assert asked(ana, url(many)) == asked(ana, url(one))
        # The newest has no next one's worth of difference: one query either way.
        assert asked(bea, url(many)) == asked(bea, url(one))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a plan of SQLite's")
@pytest.mark.parametrize("state", ["approved", "conditional", "rejected", "waiting"])
def test_what_was_decided_is_counted_by_its_own_index(state: str) -> None:
    """Not by reading all that is not archived, which took half of the page."""
    rows = listed(Hypothesis.objects.all(), {"status": state})
    with CaptureQueriesContext(connection) as taken:
        rows.count()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {taken[0]['sql']}")
        plan = " ".join(str(row[-1]) for row in cursor.fetchall())
    assert "COVERING INDEX hypothesis_decided (decided=? AND archived_at=?)" in plan


def test_a_list_asks_for_one_name_of_how_a_row_stands() -> None:
    """A second one is a third of the rows' query."""
    assert str(listed(Hypothesis.objects.all(), {}).query).count("CASE WHEN") == 1
