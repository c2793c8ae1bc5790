"""Cancelling and retrying in the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.runs.models import Run

pytestmark = pytest.mark.django_db


def tick(client: Client, name: str, *runs: Run) -> str:
    chosen = {"action": name, "_selected_action": [run.pk for run in runs]}
    answer = client.post(reverse("admin:runs_run_changelist"), chosen, follow=True)
    return " | ".join(str(message) for message in answer.context["messages"])


def queued() -> Run:
    return Run.objects.create(kind="probe", subject_id=1)


def failed() -> Run:
    return Run.objects.create(
        kind="probe", subject_id=1, status="failed", finished_at=timezone.now()
    )


def test_a_queued_run_is_cancelled(admin_client: Client) -> None:
    run = queued()
    tick(admin_client, "cancel", run)
    run.refresh_from_db()
    assert run.status == "cancelled"


def test_a_failed_run_is_queued_again(admin_client: Client) -> None:
    run = failed()
    tick(admin_client, "retry", run)
    run.refresh_from_db()
    assert run.status == "queued"


def test_each_run_is_told_of_by_itself(admin_client: Client) -> None:
    said = tick(admin_client, "cancel", queued(), failed())
    assert "cancelled, or asked to stop" in said
    assert "nothing to cancel" in said


def test_a_runs_page_offers_what_fits_it(admin_client: Client) -> None:
    def offered(run: Run) -> list[str]:
        page = admin_client.get(reverse("admin:runs_run_change", args=[run.pk]))
        return [str(action["title"]) for action in page.context["actions_detail"]]

    assert offered(failed()) == ["Run again"]
    assert offered(queued()) == ["Run again", "Cancel"]


def test_from_its_page_a_run_is_cancelled_only_after_asking(admin_client: Client) -> None:
    run = queued()
    asked: Any = admin_client.get(reverse("admin:runs_run_cancel", args=[run.pk]), follow=True)
    run.refresh_from_db()
    assert run.status == "queued"
    admin_client.post(asked.redirect_chain[-1][0])
    run.refresh_from_db()
    assert run.status == "cancelled"
