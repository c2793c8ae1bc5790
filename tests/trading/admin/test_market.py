"""Market data in the admin: to look at, never to change, and without a price."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.runs.models import Run
from tests.trading.market.files import walk
from tests.trading.storage.stored import dataset
from trading.storage import import_rows, install_bundled, open_holdout

pytestmark = pytest.mark.django_db
WORDS = {"dataset": "AAPL", "auxiliarydataset": "csv", "holdoutopening": "gate"}


@pytest.fixture
def stored(db: None) -> None:
    fill("AAPL")


def fill(ticker: str) -> None:
    """A row of each model."""
    found = install_bundled(ticker)
    import_rows(data=b"available_at,sentiment\n2001-01-01,0\n", ticker=ticker, kind="news")
    open_holdout(dataset=found, purpose="gate", run=Run.objects.create(kind="x", subject_id=1))


def address(model: str, action: str, *arguments: Any) -> str:
    return reverse(f"admin:trading_{model}_{action}", args=arguments)


def first(model: str) -> Any:
    return apps.get_model("trading", model)._default_manager.first()


@pytest.mark.parametrize("model", WORDS)
def test_rows_are_listed_shown_and_found(admin_client: Client, stored: None, model: str) -> None:
    listed = address(model, "changelist")
    assert admin_client.get(listed).context["cl"].result_count == 1
    assert admin_client.get(address(model, "change", first(model).pk)).status_code == 200
    for words, count in ((WORDS[model], 1), ("no row holds this", 0)):
        page = admin_client.get(listed, {"q": words})
        assert page.context["cl"].result_count == count


@pytest.mark.parametrize("model", WORDS)
def test_rows_are_not_added_changed_or_deleted(
    admin_client: Client, stored: None, model: str
) -> None:
    row = first(model)
    assert admin_client.post(address(model, "add"), {}).status_code == 403
    for action in ("change", "delete"):
        page = admin_client.post(address(model, action, row.pk), {"post": "yes"})
        assert page.status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    admin_client.post(address(model, "changelist"), chosen)
    assert first(model) == row


@pytest.mark.parametrize("model", WORDS)
def test_every_filter_can_be_used(admin_client: Client, stored: None, model: str) -> None:
    specs = admin_client.get(address(model, "changelist")).context["cl"].filter_specs
    assert specs
    for spec in specs:
        for name in spec.expected_parameters():
            page = admin_client.get(address(model, "changelist"), {name: "1"})
            assert page.status_code in (200, 302)


def test_lists_take_no_more_queries_for_more_rows(admin_client: Client, stored: None) -> None:
    def queries(model: str) -> int:
        with CaptureQueriesContext(connection) as taken:
            admin_client.get(address(model, "changelist"))
        return len(taken)

    before = {model: queries(model) for model in WORDS}
    fill("IBM")
    dataset(walk(300))
    assert {model: queries(model) for model in WORDS} == before


def test_a_datasets_warnings_are_said(admin_client: Client, stored: None) -> None:
    page = admin_client.get(address("dataset", "change", first("dataset").pk))
    assert "the close jumps (places: 1), the most by −51.9% on 2000-09-29" in page.text


def test_the_sidebar_leads_to_them(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:index"))
    for model in ("dataset", "auxiliarydataset", "holdoutopening"):
        assert address(model, "changelist") in page.text
