"""What waits for a person: others' ends at a limit, one's own failed runs."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.desk.decisions import put_in_force
from config.desk.inbox import InboxItem
from config.runs.models import Run
from tests.people import person
from tests.trading.helpers import make_developed, make_strategy
from trading.models import Strategy
from trading.services.inbox import waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


def forced(owner: User, **fields) -> Strategy:
    strategy = make_developed(owner=owner, rounds=0, **fields)
    put_in_force(strategy.decisions, source="forced", after="MAX_ITERATIONS", reason="limit")
    return strategy


def failed(owner: User, status: str = "failed") -> Strategy:
    strategy = make_strategy(owner=owner)
    Run.objects.create(kind="development", subject_id=strategy.pk, status=status,
                       error="no room", finished_at=timezone.now())  # fmt: skip
    return strategy


def found(user) -> list[tuple[str, str]]:
    return [(item.need, item.url) for item in items(user)]


def items(user) -> list[InboxItem]:
    return [item for _need, held in waiting(user, 50) for item in held.items]


def test_others_ends_at_a_limit_wait_for_a_reviewer(ana, rita):
    strategy = forced(ana)
    [item] = items(rita)
    assert (item.need, item.url) == ("forced", f"/strategies/{strategy.pk}/")
    assert item.title == "AAPL: mean reversion with low drawdown"
    assert "limit reached" in item.detail
    assert found(ana) == []


def test_ones_own_end_waits_for_another(rita):
    forced(rita)
    assert found(rita) == []


def test_ends_from_before_decisions_were_kept_wait_too(ana, rita):
    make_developed(owner=ana, rounds=0)
    make_developed(owner=ana, rounds=0, final_status="ABANDONED", ticker="IBM")
    assert len(found(rita)) == 1


@pytest.mark.parametrize("after", ["ACCEPTED", "ABANDONED", "SENT_BACK"])
def test_what_a_person_decided_waits_no_more(ana, rita, after):
    strategy = forced(ana)
    put_in_force(strategy.decisions, source="human", after=after, reason="x")
    assert found(rita) == []


def test_while_a_run_works_nothing_waits(ana, rita):
    Run.objects.create(kind="development", subject_id=forced(ana).pk)
    assert found(rita) == []


@pytest.mark.parametrize("status", ["failed", "dead"])
def test_a_failed_run_waits_for_its_owner(ana, rita, status):
    strategy = failed(ana, status)
    [item] = items(ana)
    assert (item.need, item.url) == ("failed", f"/strategies/{strategy.pk}/")
    assert "no room" in item.detail
    assert found(rita) == []


def test_a_cancelled_run_and_another_kind_of_run_do_not_wait(ana):
    failed(ana, "cancelled")
    Run.objects.create(kind="refinement", subject_id=make_strategy(owner=ana).pk, status="failed",
                       finished_at=timezone.now())  # fmt: skip
    assert found(ana) == []


def test_nothing_waits_for_who_is_not_signed_in(ana):
    forced(ana)
    assert found(AnonymousUser()) == []


def test_the_inbox_asks_as_often_for_many(ana, rita):
    def queries(user: User) -> int:
        with CaptureQueriesContext(connection) as asked:
            items(User.objects.get(pk=user.pk))
        return len(asked)

    forced(ana)
    failed(ana)
    few = [queries(user) for user in (ana, rita)]
    for _number in range(3):
        forced(ana)
        failed(ana)
    assert [queries(user) for user in (ana, rita)] == few
