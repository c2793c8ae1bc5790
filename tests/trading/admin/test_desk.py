"""What people did with strategies, in the admin: shown, found, filtered, unchanged."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.people import person
from tests.trading.admin.test_development import address, found, uses
from tests.trading.helpers import make_developed
from tests.trading.storage.stored import dataset
from trading.memory import remember
from trading.models import SavedSpec, Strategy, Upload
from trading.services.decide import accept_variant
from trading.services.lessons import edit_lesson
from trading.services.spec_backtests import play_spec
from trading.services.specs import save_spec
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
SPEC = template("rsi_reversion").make().document()
# A word to search for, that some row of each model holds.
WORDS = {
    "strategydecision": "we know better", "savedspec": "mine", "specbacktest": "RSI out",
    "upload": "NEW", "lessonedit": "turns too late",
}  # fmt: skip


def fill(number: int = 0) -> Strategy:
    """A row at least of all that people leave."""
    ana, rita = person(f"ana{number}"), person(f"rita{number}", "reviewer")
    strategy = make_developed(owner=ana)
    remember(strategy=strategy, state={})
    variant = strategy.variants.get()
    accept_variant(
        strategy_id=strategy.pk, variant_id=variant.pk, reason="we know better", user=rita
    )
    edit_lesson(lesson_id=strategy.lessons.earliest("pk").pk, text="It turns too late.", user=rita)
    save_spec(name="mine", spec=SPEC, user=ana, variant=variant)
    dataset(ticker=f"T{number}")
    play_spec(spec=SPEC, ticker=f"T{number}", user=ana)
    Upload.objects.create(ticker="NEW", kind="prices", content=b"secret bars", owner=ana)
    return strategy


@pytest.fixture
def strategy() -> Strategy:
    return fill()


def first(model: str) -> Any:
    return apps.get_model("trading", model)._default_manager.first()


@pytest.mark.parametrize("model", WORDS)
def test_a_row_is_listed_found_and_shown(
    admin_client: Client, strategy: Strategy, model: str
) -> None:
    assert found(admin_client, model) == 1
    assert found(admin_client, model, q=WORDS[model]) == 1
    assert found(admin_client, model, q="no row holds this") == 0
    page = admin_client.get(address(model, "change", first(model).pk))
    assert page.status_code == 200
    assert "secret bars" not in page.text


@pytest.mark.parametrize("model", WORDS)
def test_every_filter_can_be_used(admin_client: Client, strategy: Strategy, model: str) -> None:
    changelist = admin_client.get(address(model, "changelist")).context["cl"]
    assert changelist.filter_specs
    for spec in changelist.filter_specs:
        for asked in uses(spec, changelist):
            found(admin_client, model, **asked)


@pytest.mark.parametrize("model", WORDS)
def test_none_of_it_is_changed_there(admin_client: Client, strategy: Strategy, model: str) -> None:
    row = first(model)
    for action, arguments in (("add", []), ("change", [row.pk]), ("delete", [row.pk])):
        answer = admin_client.post(address(model, action, *arguments), {"post": "yes"})
        assert answer.status_code == 403
    assert first(model) == row


@pytest.mark.parametrize("model", ["strategydecision", "savedspec", "specbacktest"])
def test_each_is_exported(admin_client: Client, strategy: Strategy, model: str) -> None:
    answer = admin_client.post(address(model, "export"), {"format": "1", "resource": "0"})
    assert f'"id": {first(model).pk}' in answer.text


def test_lists_take_no_more_queries_for_more_rows(admin_client: Client, strategy: Strategy) -> None:
    def queries(model: str) -> int:
        with CaptureQueriesContext(connection) as taken:
            found(admin_client, model)
        return len(taken)

    before = {model: queries(model) for model in WORDS}
    for number in range(1, 4):
        fill(number)
    assert {model: queries(model) for model in WORDS} == before


def test_a_saved_spec_is_archived_there_and_leads_to_its_backtests(
    client: Client, strategy: Strategy
) -> None:
    client.force_login(person("root", "admin"))
    row = SavedSpec.objects.get()
    page = client.get(address("savedspec", "changelist"))
    assert f"{address('specbacktest', 'changelist')}?q={row.spec_hash}" in page.text
    assert found(client, "specbacktest", q=row.spec_hash) == 1
    client.post(address("savedspec", "act_archive") + f"?rows={row.pk}")
    row.refresh_from_db()
    assert row.archived_at is not None


def test_a_strategy_leads_to_its_decisions_and_its_hypothesis(
    client: Client, strategy: Strategy
) -> None:
    from tests.hypotheses.helpers import COMPLETE, refined

    root: User = person("root", "admin")
    client.force_login(root)
    hypothesis = refined(COMPLETE["en"], user=root)
    Strategy.objects.update(hypothesis=hypothesis)
    page = client.get(address("strategy", "change", strategy.pk))
    assert address("strategydecision", "changelist") in page.text
    listed = client.get(address("strategy", "changelist"))
    assert f"/admin/hypotheses/hypothesis/{hypothesis.pk}/change/" in listed.text
    assert found(client, "strategy", hypothesis__id__exact=hypothesis.pk) == 1
