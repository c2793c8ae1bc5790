"""A list or a page asks the database as often for five rows as for one."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.api import client
from tests.people import person
from tests.trading.api.conftest import ended
from tests.trading.helpers import make_variant
from tests.trading.storage.stored import dataset
from trading.models import Strategy
from trading.services.decide import abandon_strategy
from trading.services.spec_backtests import play_spec
from trading.services.specs import save_spec
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
SPEC = template("rsi_reversion").make().document()
LISTS = (
    "strategies", "strategy-decisions", "variants", "backtests", "findings", "datasets",
    "auxiliary-datasets", "lessons", "gate-profiles", "specs", "runs",
)  # fmt: skip
PARTS = (
    "", "variants/", "findings/", "experiments/", "decisions/", "exports/experiments.jsonl",
    "exports/findings.jsonl", "exports/trials.csv", "exports/variants.csv",
)  # fmt: skip


def grown(number: int, reviewer: User) -> Strategy:
    """A development with all that can be beside it."""
    owner = person(f"owner{number}")
    strategy = ended(owner)
    abandon_strategy(strategy_id=strategy.pk, reason="no edge", user=reviewer)
    dataset(ticker=f"T{number}")
    play_spec(spec=SPEC, ticker=f"T{number}", user=owner)
    save_spec(name="mine", spec=SPEC, user=owner)
    return strategy


def asked(api: APIClient, path: str, capture: Any) -> int:
    with capture as queries:
        answer: Any = api.get(f"/api/v1/{path}")
        assert answer.status_code == 200, answer.content
        if answer.streaming:
            list(answer.streaming_content)
    return len(queries)


def test_lists_take_a_constant_number_of_queries(
    rita: User, django_assert_max_num_queries: Any
) -> None:
    def counts() -> dict[str, int]:
        return {name: asked(api, f"{name}/", django_assert_max_num_queries(20)) for name in LISTS}

    grown(0, rita)
    api = client(rita)
    few = counts()
    for number in range(1, 4):
        grown(number, rita)
    assert counts() == few
    assert max(few.values()) <= 10, few


@pytest.mark.parametrize("part", PARTS)
def test_a_strategy_and_its_parts_take_as_many_whatever_they_hold(
    rita: User, part: str, django_assert_max_num_queries: Any
) -> None:
    poor = ended(person("ana"))
    rich = ended(person("bia"), rounds=4, trials=40)
    api = client(rita)
    found = {
        asked(api, f"strategies/{row.pk}/{part}", django_assert_max_num_queries(30))
        for row in (poor, rich)
    }
    assert len(found) == 1


def test_a_variant_takes_as_many_whatever_it_rests_on(
    rita: User, strategy: Strategy, django_assert_max_num_queries: Any
) -> None:
    rich = strategy.variants.get()
    poor = make_variant(strategy, index=1)
    api = client(rita)
    found = {
        asked(api, f"variants/{row.pk}/", django_assert_max_num_queries(15)) for row in (poor, rich)
    }
    assert len(found) == 1
