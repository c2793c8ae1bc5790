"""Pages of variants ask the database as often for much as for little."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.trading.helpers import make_backtests, make_finding, make_gates
from tests.trading.variants import own_strategy, own_variant, tried
from trading.models import Strategy
from trading.services.replay import shelf

pytestmark = pytest.mark.django_db


def queries(client: Client, url: str) -> int:
    shelf().clear()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def filled(user: Any, count: int) -> Strategy:
    """A development of so many rounds, each variant made from the one before."""
    strategy = own_strategy(user)
    parent = None
    for n in range(count):
        findings = tuple(make_finding(strategy, name=f"figure {n}.{k}") for k in range(count))
        parent = own_variant(strategy, iteration=n + 1, parent=parent, findings=findings)
        make_backtests(parent)
        make_gates(parent)
    assert parent is not None
    tried(parent, [{"fast": 5 * n, "slow": 200} for n in range(1, count + 1)])
    return strategy


def pages(strategy: Strategy) -> list[str]:
    last, first = strategy.variants.order_by("-iteration")[:2]
    return [
        f"/strategies/{strategy.pk}/variants/",
        f"/strategies/{strategy.pk}/variants/?order=sharpe&passed=no",
        f"/variants/{last.pk}/",
        f"/variants/{last.pk}/series.json",
        f"/variants/compare/?v={last.pk}&v={first.pk}",
    ]


def test_pages_of_much_ask_as_often_as_pages_of_little(ana: Client):
    user = ana.user  # type: ignore[attr-defined]
    little, much = filled(user, 2), filled(user, 9)
    counted = [[queries(ana, url) for url in pages(one)] for one in (little, much)]
    assert counted[0] == counted[1]
    assert max(counted[1]) <= 25
