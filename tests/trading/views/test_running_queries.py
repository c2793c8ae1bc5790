"""The pages of a development ask the database as often for many iterations as for few."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.people import person
from tests.trading.desk import recorded
from tests.trading.helpers import make_finding
from tests.trading.views.people import client_of
from trading.memory import recall, remember
from trading.models import ErrorEntry

pytestmark = pytest.mark.django_db


def asked(user: User, url: str) -> int:
    client = client_of(user)
    with CaptureQueriesContext(connection) as taken:
        answer = client.get(url)
        if answer.streaming:
            b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert answer.status_code == 200
    return len(taken)


@pytest.mark.parametrize("act", ["", "live/", "report/", "experiments.jsonl"])
def test_many_iterations_take_no_more_queries(act: str):
    ana, rita = person("ana"), person("rita", "reviewer")
    remember(strategy=recorded(ana, rounds=1), state={})
    memory = recall(ticker="AAPL", objective="x", frequency="1d", language="en")
    few = recorded(ana, rounds=2, memory=memory)
    many = recorded(ana, rounds=15, trials=200, memory=memory)
    for number in range(10):
        make_finding(many, name=f"figure {number}")
        ErrorEntry.objects.create(strategy=many, iteration=1, node="x", message="m")
    for reader in (ana, rita):
        counts = [asked(reader, f"/strategies/{one.pk}/{act}") for one in (few, many)]
        assert counts[0] == counts[1] <= 42
