"""The pages of a certificate and of a second look."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.people import person
from tests.trading.services.test_certificate import ended
from trading.models import HoldoutOpening, Strategy
from trading.presenting.code_names import word
from trading.presenting.numbers import figure
from trading.services.certificate import verify_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def strategy(ana: User) -> Strategy:
    return ended(owner=ana)


def page(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_states_the_hash_of_the_file(ana: User, strategy: Strategy):
    file = json.loads(page(ana, f"/strategies/{strategy.pk}/certificate.json"))
    assert file["sha256"] in page(ana, f"/strategies/{strategy.pk}/certificate/")
    assert verify_document(file).holds


def test_buying_and_holding_stands_beside_the_sealed_results(ana: User, strategy: Strategy):
    """From the rows: the document states no such figure, so certificates of before still hold."""
    told = page(ana, f"/strategies/{strategy.pk}/certificate/")
    opened = strategy.variants.get().backtests.get(segment="holdout").metrics
    column = re.findall(r'<tr><th scope="row">opened holdout</th>(.*?)</tr>', told)[-1]
    for name in ("buy_hold_sharpe", "buy_hold_return", "buy_hold_max_drawdown", "total_return"):
        assert f'data-label="{word(name, "figure")}">{figure(opened[name], name)}<' in column


@pytest.mark.parametrize(
    "address", ["/strategies/{pk}/", "/strategies/{pk}/report/", "/strategies/{pk}/certificate/",
                "/strategies/{pk}/variants/", "/variants/{variant}/"],
)  # fmt: skip
def test_a_second_look_is_marked_wherever_its_result_is_shown(ana, strategy, address: str):
    variant = strategy.variants.get()
    told = page(ana, address.format(pk=strategy.pk, variant=variant.pk))
    assert "Second look: the holdout had been opened 1 time before" in told
    assert "to check the engine" in told
    assert "no longer out-of-sample" in told


def test_a_reviewer_looks_with_a_reason_and_sees_the_mark(strategy: Strategy):
    client, variant = Client(), strategy.variants.get()
    client.force_login(person("rui", "reviewer"))
    asked: dict[str, Any] = {"reason": "one more time", "expected": 2}
    answer = client.post(f"/variants/{variant.pk}/look/", asked, follow=True)
    assert "opened 2 times before; by rui (“one more time”)" in answer.content.decode()
    strategy.refresh_from_db()
    assert strategy.final_status == "ABANDONED"


def test_a_form_sent_twice_opens_once(strategy: Strategy):
    client, variant = Client(), strategy.variants.get()
    client.force_login(person("rui", "reviewer"))
    asked = {"reason": "one more time", "expected": 2}
    codes = [client.post(f"/variants/{variant.pk}/look/", asked).status_code for _ in range(2)]
    assert codes == [302, 422]
    assert HoldoutOpening.objects.count() == 3
