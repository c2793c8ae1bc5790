"""The list of strategies: what one may see, narrowed and sorted as the address says."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.desk.decisions import put_in_force
from config.runs.models import Run
from tests.trading.helpers import make_developed, make_strategy
from trading.models import Strategy

LIST = "/strategies/"


def shown(client: Any, **asked: Any) -> list[str]:
    page = client.get(LIST, asked)
    assert page.status_code == 200
    return [f"{row.ticker} {row.objective}" for row in page.context["page"]]


@pytest.fixture
def three(ana: Any, rita: Any) -> list[Strategy]:
    """At its limit, accepted by a person, and at work."""
    limit = make_developed(owner=ana.user, rounds=2, objective="momentum")
    taken = make_developed(owner=ana.user, ticker="IBM", objective="reversal", trials=9)
    put_in_force(taken.decisions, source="human", after="ACCEPTED", reason="x",
                 user_id=rita.user.pk)  # fmt: skip
    going = make_strategy(owner=ana.user, ticker="MSFT", objective="volume")
    Run.objects.create(kind="development", subject_id=going.pk)
    return [limit, taken, going]


def test_a_researcher_sees_their_own_a_reviewer_all(three, ana, eva, rita):
    assert len(shown(ana)) == len(shown(rita)) == 3
    assert shown(eva) == []


@pytest.mark.parametrize(
    ("asked", "tickers"),
    [
        ({"status": "MAX_ITERATIONS"}, ["AAPL"]),
        ({"status": "ACCEPTED"}, ["IBM"]),
        ({"status": "working"}, ["MSFT"]),
        ({"status": "failed"}, []),
        ({"source": "human"}, ["IBM"]),
        ({"source": "forced"}, ["AAPL"]),
        ({"ticker": "ibm"}, ["IBM"]),
        ({"owner": "ANA", "q": "momentum"}, ["AAPL"]),
        ({"owner": "nobody"}, []),
        ({"q": "reversal ibm"}, ["IBM"]),
        ({"q": "zebra"}, []),
        ({"since": "2999-01-01"}, []),
        ({"until": "2999-01-01", "status": "working"}, ["MSFT"]),
        ({"order": "ticker"}, ["AAPL", "IBM", "MSFT"]),
        ({"order": "new"}, ["MSFT", "IBM", "AAPL"]),
        ({"order": "old"}, ["AAPL", "IBM", "MSFT"]),
        ({"order": "rounds"}, ["AAPL", "IBM", "MSFT"]),
        ({"order": "trials"}, ["IBM", "AAPL", "MSFT"]),
        ({"order": "zebra"}, ["MSFT", "IBM", "AAPL"]),
        ({"page": "99"}, ["MSFT", "IBM", "AAPL"]),
    ],
)
def test_it_is_narrowed_and_sorted(three, rita, asked, tickers):
    assert [row.split()[0] for row in shown(rita, **asked)] == tickers


def test_a_number_finds_the_strategy(three, ana):
    assert shown(ana, q=str(three[1].pk)) == ["IBM reversal"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("status", "great", "great"),
        ("since", "yesterday", "valid date"),
        ("until", "2020-01-01", "ends before it begins"),
    ],
)
def test_a_value_that_no_filter_takes_is_said_and_kept(three, ana, name, value, said):
    page = ana.get(LIST, {name: value} | ({"since": "2021-01-01"} if name == "until" else {}))
    assert said in " ".join(page.context["form"].errors[name])
    assert list(page.context["page"]) == []
    assert value in page.text


def test_counts_and_who_decided_stand_in_the_row(three, ana):
    [row] = ana.get(LIST, {"q": "momentum"}).context["page"]
    assert (row.round_count, row.variant_count, row.trial_count) == (2, 2, 4)
    page = ana.get(LIST).text
    assert 'class="decided approved by-human"' in page
    assert 'class="decided needs_refinement by-forced"' in page
    assert 'class="decided working"' in page


def test_two_are_compared_by_link(three, ana):
    page = ana.get(LIST).text
    assert '<form method="get" action="/strategies/compare/">' in page
    assert page.count('type="checkbox" name="s"') == 3
    assert 'name="s"' not in ana.get(LIST, {"q": "momentum"}).text


def test_objectives_are_shown_as_text(ana):
    make_strategy(owner=ana.user, objective="<script>alert(1)</script>")
    assert "<script>alert" not in ana.get(LIST).text


def test_an_empty_list_says_what_to_do(ana, db):
    page = ana.get(LIST).text
    assert "No strategies yet" in page
    assert 'href="/strategies/new/"' in page
    assert "Nothing fits these filters" in ana.get(LIST, {"q": "zebra"}).text


def test_the_page_asks_as_often_for_many(three, rita):
    def queries(user: User) -> int:
        client = Client()
        client.force_login(user)
        with CaptureQueriesContext(connection) as asked:
            client.get(LIST)
        return len(asked)

    few = queries(rita.user)
    for _number in range(4):
        make_developed(owner=three[0].owner)
    assert queries(rita.user) == few
