"""A decision taken back at once, and what comes next in the queue."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.desk.refusals import Conflict, Missing
from hypotheses.models import Decision, Hypothesis
from hypotheses.services.review import override_decision, withdraw_decision
from tests.hypotheses.recorded import waiting
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


@pytest.fixture
def hypothesis() -> Hypothesis:
    """Rejected by force, with a gap open."""
    return waiting(person("ana"))


def decided(hypothesis: Hypothesis, user: User, outcome: str = "approved") -> Decision:
    return override_decision(
        user=user, hypothesis_id=hypothesis.pk, outcome=outcome, reason="it will do"
    )


def test_what_was_in_force_before_is_again(hypothesis: Hypothesis, rita: User) -> None:
    made = decided(hypothesis, rita)
    assert hypothesis.gaps.get().state == "waived"
    withdraw_decision(hypothesis_id=hypothesis.pk, decision_id=made.pk, user=rita)
    current = hypothesis.decisions.get(current=True)
    assert (current.source, current.after) == ("forced", "rejected")
    assert hypothesis.decisions.get(pk=made.pk).withdrawn_at is not None  # it stays on record
    gap = hypothesis.gaps.get()
    assert (gap.state, [event.state for event in gap.events.all()][-2:]) == (
        "open",
        ["waived", "open"],
    )
    assert decided(hypothesis, rita, "rejected").before == "rejected"


def test_an_earlier_waiver_stays(hypothesis: Hypothesis, rita: User) -> None:
    decided(hypothesis, rita)
    hypothesis.gaps.get().events.update(created_at=timezone.now() - timedelta(hours=1))
    made = decided(hypothesis, rita)
    withdraw_decision(hypothesis_id=hypothesis.pk, decision_id=made.pk, user=rita)
    assert hypothesis.gaps.get().state == "waived"


def test_a_withdrawn_one_does_not_come_back(hypothesis: Hypothesis, rita: User) -> None:
    first = decided(hypothesis, rita)
    withdraw_decision(hypothesis_id=hypothesis.pk, decision_id=first.pk, user=rita)
    second = decided(hypothesis, rita, "rejected")
    withdraw_decision(hypothesis_id=hypothesis.pk, decision_id=second.pk, user=rita)
    assert hypothesis.decisions.get(current=True).source == "forced"


def test_it_is_soon_too_late(hypothesis: Hypothesis, rita: User) -> None:
    made = decided(hypothesis, rita)
    Decision.objects.filter(pk=made.pk).update(created_at=timezone.now() - timedelta(seconds=16))
    with pytest.raises(Conflict):
        withdraw_decision(hypothesis_id=hypothesis.pk, decision_id=made.pk, user=rita)
    assert hypothesis.decisions.get(current=True) == made


def test_neither_that_of_another_nor_one_that_was_replaced(
    hypothesis: Hypothesis, rita: User
) -> None:
    made = decided(hypothesis, rita)
    with pytest.raises(Missing):
        withdraw_decision(
            hypothesis_id=hypothesis.pk, decision_id=made.pk, user=person("raul", "reviewer")
        )
    decided(hypothesis, rita, "rejected")
    with pytest.raises(Conflict):
        withdraw_decision(hypothesis_id=hypothesis.pk, decision_id=made.pk, user=rita)


def posted(client: Client, hypothesis: Hypothesis, **more: str) -> Any:
    told = {"outcome": "approved", "reason": "it will do", **more}
    return client.post(reverse("override", args=[hypothesis.pk]), told)


def test_the_next_page_offers_to_take_it_back(hypothesis: Hypothesis, rita: User) -> None:
    client = Client()
    client.force_login(rita)
    posted(client, hypothesis)
    made = Decision.objects.get(current=True)
    address = reverse("withdraw", args=[hypothesis.pk, made.pk])
    assert f'action="{address}"' in client.get("/").text
    client.post(address)
    assert not Decision.objects.get(pk=made.pk).current
    assert address not in client.get("/").text


def test_one_goes_on_to_the_next_in_the_queue_and_at_last_to_the_inbox(
    hypothesis: Hypothesis, rita: User
) -> None:
    other = waiting(hypothesis.owner)
    client = Client()
    client.force_login(rita)
    pages = [reverse("hypothesis", args=[each.pk]) for each in (hypothesis, other)]
    assert posted(client, hypothesis)["Location"] == pages[0]
    assert posted(client, hypothesis, then="next")["Location"] == pages[1]
    assert posted(client, other, then="next")["Location"] == "/"
