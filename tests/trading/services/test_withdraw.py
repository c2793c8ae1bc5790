"""A decision on a development, taken back at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.desk.decisions import put_in_force
from config.desk.refusals import Conflict, Missing
from tests.people import person
from tests.trading.helpers import make_developed
from trading.models import Strategy, StrategyDecision
from trading.services.certificate.issue import decisions
from trading.services.decide import abandon_strategy, accept_variant, withdraw_decision

pytestmark = pytest.mark.django_db


@pytest.fixture
def strategy() -> Strategy:
    """Ana's, at its limit."""
    made = make_developed(owner=person("ana"), final_message="none found")
    put_in_force(made.decisions, source="forced", after="MAX_ITERATIONS", reason="none found")
    return made


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


def accepted(strategy: Strategy, user: User) -> StrategyDecision:
    variant = strategy.variants.get(iteration=1)
    return accept_variant(
        strategy_id=strategy.pk, variant_id=variant.pk, reason="good enough", user=user
    )


def taken_back(made: StrategyDecision, user: User) -> StrategyDecision:
    return withdraw_decision(strategy_id=made.strategy_id, decision_id=made.pk, user=user)


def test_what_was_in_force_before_is_again_and_the_row_stays(strategy: Strategy, rita: User):
    made = accepted(strategy, rita)
    assert taken_back(made, rita).withdrawn_at is not None
    current = strategy.decisions.get(current=True)
    assert (current.source, current.after) == ("forced", "MAX_ITERATIONS")
    assert [bool(row.get("withdrawn")) for row in decisions(strategy)] == [False, True]


def test_where_nothing_was_decided_before_nothing_is_in_force_again(rita: User):
    strategy = make_developed(owner=person("ana"))
    taken_back(accepted(strategy, rita), rita)
    assert not strategy.decisions.filter(current=True).exists()


def test_it_is_soon_too_late(strategy: Strategy, rita: User):
    made = accepted(strategy, rita)
    StrategyDecision.objects.filter(pk=made.pk).update(
        created_at=timezone.now() - timedelta(seconds=16)
    )
    with pytest.raises(Conflict):
        taken_back(made, rita)
    assert strategy.decisions.get(current=True) == made


def test_neither_that_of_another_nor_one_that_was_replaced(strategy: Strategy, rita: User):
    made = accepted(strategy, rita)
    with pytest.raises(Missing):
        taken_back(made, person("raul", "reviewer"))
    abandon_strategy(strategy_id=strategy.pk, reason="no", user=rita)
    with pytest.raises(Conflict):
        taken_back(made, rita)


@pytest.mark.parametrize("outcome", ["SENT_BACK", "EXTENDED"])
def test_what_began_a_run_is_not_taken_back(strategy: Strategy, rita: User, outcome: str):
    made = put_in_force(
        strategy.decisions, source="human", after=outcome, reason="go on", user_id=rita.pk
    )
    with pytest.raises(Conflict):
        taken_back(made, rita)


def test_the_next_page_offers_to_take_it_back(strategy: Strategy, rita: User):
    client = Client()
    client.force_login(rita)
    client.post(
        reverse("decide-strategy", args=[strategy.pk]),
        {"outcome": "ABANDONED", "reason": "no", "expected": strategy.decisions.get().pk},
    )
    made = StrategyDecision.objects.get(current=True)
    address = reverse("withdraw-strategy", args=[strategy.pk, made.pk])
    assert f'action="{address}"' in client.get("/").text
    client.post(address)
    assert not StrategyDecision.objects.get(pk=made.pk).current
    assert address not in client.get("/").text
    assert "taken back at once" in client.get(f"/strategies/{strategy.pk}/").text
