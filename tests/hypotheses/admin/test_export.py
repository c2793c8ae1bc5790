"""Export of lists: CSV and JSON, keys as numbers, no formula, only what the list shows."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.runs.models import LlmCall, Run
from hypotheses.models import Hypothesis, Review
from tests.hypotheses.admin.test_hypotheses import hypothesis

pytestmark = pytest.mark.django_db
CSV, JSON = "0", "1"
EXPORTED = ["hypotheses_hypothesis", "hypotheses_version", "hypotheses_review",
            "hypotheses_decision", "runs_run", "runs_llmcall"]  # fmt: skip


def export(client: Client, model: str, form: str, query: str = "", **more: Any) -> Any:
    address = reverse(f"admin:{model}_export") + query
    answer = client.post(address, {"format": form, "resource": "0", **more})
    assert answer.status_code == 200, answer
    return answer


def as_rows(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))


@pytest.fixture
def rows(ana: User) -> list[Hypothesis]:
    rows = [hypothesis(owner=ana, text=text) for text in ("TDD reduces bugs", "=1+1")]
    for row in rows:
        version = row.versions.get()
        Review.objects.create(version=version, judge="builtin", status="approved",
                              justification="@good")  # fmt: skip
        run = Run.objects.create(kind="refinement", subject_id=row.pk, created_by=ana)
        LlmCall.objects.create(run=run, prompt="p", prompt_hash="h", model="m", cost_usd="0.25")
    return rows


@pytest.mark.parametrize("model", EXPORTED)
@pytest.mark.parametrize("form", [CSV, JSON])
def test_each_is_exported(as_ana: Client, rows: Any, model: str, form: str) -> None:
    answer = export(as_ana, model, form)
    found = as_rows(answer) if form == CSV else json.loads(answer.content)
    assert len(found) == 2
    assert "attachment" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("model", EXPORTED)
def test_the_list_offers_it(as_ana: Client, rows: Any, model: str) -> None:
    page = as_ana.get(reverse(f"admin:{model}_changelist"))
    assert reverse(f"admin:{model}_export") in page.text
    formats = as_ana.get(reverse(f"admin:{model}_export")).context["form"].fields["format"].choices
    assert {str(words) for _code, words in formats} >= {"csv", "json"}
    assert len(formats) == 3


def test_keys_are_numbers_and_times_say_their_zone(as_ana: Client, ana: User, rows: Any) -> None:
    found = json.loads(export(as_ana, "hypotheses_hypothesis", JSON).content)[0]
    assert found["owner"] == ana.pk
    assert found["near_duplicate_of"] is None
    assert (found["version_count"], found["call_count"], found["cost_usd"]) == (1, 1, 0.25)
    assert found["created_at"].endswith("+00:00")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(as_ana: Client, start: str) -> None:
    text = f"{start}HYPERLINK(0)"
    hypothesis(text=text)
    assert as_rows(export(as_ana, "hypotheses_hypothesis", CSV))[0]["text"] == f"'{text}"


def test_json_keeps_every_word(as_ana: Client, rows: Any) -> None:
    found = json.loads(export(as_ana, "hypotheses_hypothesis", JSON).content)
    assert [row["text"] for row in found] == ["=1+1", "TDD reduces bugs"]


def test_what_is_filtered_away_is_not_exported(as_ana: Client, rows: Any) -> None:
    found = as_rows(export(as_ana, "hypotheses_hypothesis", CSV, "?q=TDD"))
    assert [row["text"] for row in found] == ["TDD reduces bugs"]


def test_ticked_rows_are_exported_alone(as_ana: Client, rows: list[Hypothesis]) -> None:
    address = reverse("admin:hypotheses_hypothesis_changelist")
    ticked = {"action": "export_admin_action", "_selected_action": [rows[0].pk]}
    asked = as_ana.post(address, ticked)
    assert "1 selected item" in asked.text
    found = export(as_ana, "hypotheses_hypothesis", JSON, export_items=[rows[0].pk])
    assert [row["id"] for row in json.loads(found.content)] == [rows[0].pk]


@pytest.mark.parametrize("model", EXPORTED)
def test_more_rows_take_no_more_queries(as_ana: Client, rows: Any, model: str) -> None:
    with CaptureQueriesContext(connection) as few:
        export(as_ana, model, JSON)
    for number in range(10):
        row = hypothesis(text=f"idea {number}")
        run = Run.objects.create(kind="refinement", subject_id=row.pk)
        LlmCall.objects.create(run=run, prompt="p", prompt_hash="h", model="m")
        Review.objects.create(version=row.versions.get(), judge="builtin", status="approved",
                              justification="x")  # fmt: skip
    with CaptureQueriesContext(connection) as many:
        export(as_ana, model, JSON)
    assert len(many) == len(few)


@pytest.mark.parametrize("model", EXPORTED)
def test_there_is_no_import(as_ana: Client, model: str) -> None:
    page = as_ana.get(reverse(f"admin:{model}_changelist"))
    assert "/import/" not in page.text
    assert not page.context.get("has_import_permission")


@pytest.mark.parametrize("model", EXPORTED)
def test_nobody_else_exports(client: Client, rows: Any, model: str) -> None:
    client.force_login(User.objects.create_user("rui"))
    address = reverse(f"admin:{model}_export")
    assert client.post(address, {"format": CSV, "resource": "0"}).status_code == 403
