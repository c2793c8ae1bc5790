"""Runs and what they left, in the admin: shown, linked, never changed, in few queries."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.runs import ledger
from config.runs.execution import execute
from config.runs.models import Event, LlmCall, Run, Step
from hypotheses.models import Hypothesis
from tests.config.runs.conftest import Probe

pytestmark = pytest.mark.django_db
MODELS = ["run", "step", "event", "llmcall"]


@pytest.fixture
def run(probe: Probe) -> Run:
    run = execute(probe.new().pk)
    LlmCall.objects.create(run=run, prompt="p", prompt_hash="h", model="m", cost_usd="0.25")
    return run


def address(model: str, action: str = "changelist", *keys: Any) -> str:
    return reverse(f"admin:runs_{model}_{action}", args=keys)


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_listed_and_searched(admin_client: Client, run: Run, model: str) -> None:
    assert admin_client.get(address(model)).status_code == 200
    assert admin_client.get(address(model), {"q": "alpha"}).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_a_row_is_shown(admin_client: Client, run: Run, model: str) -> None:
    row = apps.get_model("runs", model)._default_manager.first()
    assert row is not None
    assert admin_client.get(address(model, "change", row.pk)).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_not_added(admin_client: Client, model: str) -> None:
    assert admin_client.get(address(model, "add")).status_code == 403


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("action", ["change", "delete"])
def test_rows_are_not_changed_or_deleted(
    admin_client: Client, run: Run, model: str, action: str
) -> None:
    row = apps.get_model("runs", model)._default_manager.first()
    assert row is not None
    answer = admin_client.post(address(model, action, row.pk), {"post": "yes"})
    assert answer.status_code == 403


@pytest.mark.parametrize("model", MODELS)
def test_lists_take_no_more_queries_for_more_rows(
    admin_client: Client, run: Run, model: str
) -> None:
    def queries() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as taken:
            page = admin_client.get(address(model))
        return page.context["cl"].result_count, len(taken)

    rows, few = queries()
    for number in range(10):
        other = Run.objects.create(kind="probe", subject_id=number)
        LlmCall.objects.create(run=other, prompt="p", prompt_hash="h", model="m")
        Step.objects.create(run=other, node="n", fence=1, seconds=0.1)
        ledger.write(other.pk, Event.Kind.STARTED)
    more, many = queries()
    assert more >= rows + 10
    assert many == few


def test_a_run_tells_its_calls_and_costs(admin_client: Client, run: Run) -> None:
    page = admin_client.get(address("run"))
    row = page.context["cl"].result_list[0]
    assert (row.call_count, str(row.cost_usd)[:4]) == (1, "0.25")
    assert f"{address('llmcall')}?run__id__exact={run.pk}" in page.text


def test_a_run_leads_to_its_hypothesis(admin_client: Client) -> None:
    hypothesis = Hypothesis.objects.create(text="TDD", language="en")
    Run.objects.create(kind="refinement", subject_id=hypothesis.pk)
    page = admin_client.get(address("run")).text
    assert reverse("admin:hypotheses_hypothesis_change", args=[hypothesis.pk]) in page


@pytest.mark.parametrize("kind", ["probe", "gone"])
def test_a_kind_without_pages_or_unknown_shows_its_bare_name(
    admin_client: Client, kind: str
) -> None:
    run = Run.objects.create(kind=kind, subject_id=77)
    page = admin_client.get(address("run", "change", run.pk))
    assert page.status_code == 200
    assert kind in page.text


def test_runs_are_filtered_by_kind_and_subject(admin_client: Client, run: Run) -> None:
    other = Run.objects.create(kind="refinement", subject_id=5)
    asked: dict[str, str | int] = {"kind": "refinement", "subject_id": 5}
    found = admin_client.get(address("run"), asked).context["cl"].result_list
    assert [row.pk for row in found] == [other.pk]


def test_a_call_outside_any_run_is_listed(admin_client: Client) -> None:
    LlmCall.objects.create(prompt="p", prompt_hash="h", model="m", outcome="timeout")
    page = admin_client.get(address("llmcall"))
    assert page.context["cl"].result_count == 1
    assert "timeout" in page.text
