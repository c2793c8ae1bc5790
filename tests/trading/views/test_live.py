"""The live part of a development's page: what is sent again, and when it ends."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.runs.models import Run
from tests.people import person
from tests.trading.desk import asked, recorded
from tests.trading.helpers import make_strategy
from tests.trading.views.people import client_of
from trading.models import Strategy
from trading.services.page_facts import Course, course
from trading.views import development

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


def working(user: User, rounds: int = 2) -> Strategy:
    """One whose run is at work after some rounds."""
    strategy = recorded(user, rounds=rounds, final_status="")
    lease = timezone.now() + timezone.timedelta(minutes=1)  # type: ignore[attr-defined]
    Run.objects.update(status="running", finished_at=None, lease_until=lease)
    return strategy


def have(client: Client, strategy: Strategy) -> str:
    """What the page that was loaded tells it has."""
    return str(client.get(f"/strategies/{strategy.pk}/").context["have"])


def test_a_page_that_has_all_gets_the_graph_and_the_agents_alone(ana: User):
    client, strategy = client_of(ana), working(ana)
    known = have(client, strategy)
    answer = client.get(f"/strategies/{strategy.pk}/live/", {"have": known})
    shown = answer.content.decode()
    assert 'id="live"' in shown
    assert 'id="graph-title"' in shown
    assert shown.count("hx-swap-oob") == 1  # how long it has been at work
    assert "HX-Refresh" not in answer


def test_a_round_that_was_judged_meanwhile_brings_its_parts(ana: User):
    client, strategy = client_of(ana), working(ana)
    known = have(client, strategy)
    strategy.iterations.filter(number=2).delete()
    shown = client.get(f"/strategies/{strategy.pk}/live/", {"have": known}).content.decode()
    assert 'id="rounds"' in shown
    assert 'id="trials"' in shown
    assert 'id="findings"' not in shown


def test_nothing_new_makes_the_next_look_later(ana: User):
    client, strategy = client_of(ana), working(ana)
    newest = Run.objects.get().events.latest("pk").pk
    waits = [
        client.get(f"/strategies/{strategy.pk}/live/", {"asked": n, "seen": newest})
        .context["watched"].wait
        for n in (0, 3, 7, 50)
    ]  # fmt: skip
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (1, 15)


def test_the_end_reloads_the_page(ana: User):
    answer = client_of(ana).get(f"/strategies/{recorded(ana).pk}/live/")
    assert answer["HX-Refresh"] == "true"


def test_a_verdict_that_is_written_while_the_page_is_made_is_on_it(
    ana: User, monkeypatch: pytest.MonkeyPatch
):
    strategy = recorded(ana)
    ended = strategy.final_status
    Strategy.objects.update(final_status="")

    def ends_first(found: Strategy) -> Course:
        Strategy.objects.update(final_status=ended)
        return course(found)

    monkeypatch.setattr(development, "course", ends_first)
    shown = client_of(ana).get(f"/strategies/{strategy.pk}/")
    assert shown.context["strategy"].final_status == ended != ""


def test_a_session_that_is_over_reloads_the_page(ana: User, client: Client):
    url = f"/strategies/{asked(ana).strategy.pk}/live/"
    assert client.get(url, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_one_without_a_run_has_no_live_part(ana: User):
    strategy = make_strategy(owner=ana)
    assert client_of(ana).get(f"/strategies/{strategy.pk}/live/").status_code == 404


@pytest.mark.parametrize("query", [{"have": "x" * 5000}, {"asked": "-1", "seen": "y", "have": ""}])
def test_an_odd_address_is_no_harm(ana: User, query: dict[str, str]):
    url = f"/strategies/{working(ana).pk}/live/"
    assert client_of(ana).get(url, query).status_code == 200


def test_a_look_costs_few_queries_whatever_has_happened(ana: User):
    counts = []
    for rounds in (2, 15):
        client, strategy = client_of(ana), working(ana, rounds)
        known = have(client, strategy)
        with CaptureQueriesContext(connection) as taken:
            client.get(f"/strategies/{strategy.pk}/live/", {"have": known})
        counts.append(len(taken))
        Run.objects.all().delete()
    assert counts[0] == counts[1] <= 17
