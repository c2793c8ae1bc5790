"""What a run produced is not changed in the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.hypotheses.admin.test_rows import MODELS, address, first

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", MODELS)
def test_what_a_run_produced_is_not_added(admin_client: Client, model: str) -> None:
    assert admin_client.get(address(model, "add")).status_code == 403
    assert admin_client.post(address(model, "add"), {}).status_code == 403


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("action", ["change", "delete"])
def test_what_a_run_produced_is_not_changed(
    admin_client: Client, rows: None, model: str, action: str
) -> None:
    row = first(model)
    page = admin_client.post(address(model, action, row.pk), {"post": "yes"})
    assert page.status_code == 403
    assert first(model) == row


@pytest.mark.parametrize("model", MODELS)
def test_what_a_run_produced_is_not_deleted_from_the_list(
    admin_client: Client, rows: None, model: str
) -> None:
    row = first(model)
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    admin_client.post(address(model, "changelist"), chosen)
    assert first(model) == row
