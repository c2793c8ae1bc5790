from __future__ import annotations

import pytest
from django.urls import reverse

from config.runs.execution import execute
from config.runs.models import LlmCall
from tests.config.runs.conftest import Probe

pytestmark = pytest.mark.django_db
MODELS = ["run", "step", "event", "llmcall"]


@pytest.fixture(autouse=True)
def rows(probe: Probe) -> None:
    run = execute(probe.new().pk)
    LlmCall.objects.create(run=run, prompt="p", prompt_hash="h", model="m")


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_listed_and_searched(admin_client, model: str) -> None:
    address = reverse(f"admin:runs_{model}_changelist")
    assert admin_client.get(address).status_code == 200
    assert admin_client.get(address, {"q": "alpha"}).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_not_added(admin_client, model: str) -> None:
    assert admin_client.get(reverse(f"admin:runs_{model}_add")).status_code == 403


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("action", ["change", "delete"])
def test_rows_are_not_changed_or_deleted(admin_client, model: str, action: str) -> None:
    from django.apps import apps

    row = apps.get_model("runs", model).objects.first()
    address = reverse(f"admin:runs_{model}_{action}", args=[row.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 403
