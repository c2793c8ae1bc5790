"""Runs on the admin's first page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.runs.models import LlmCall, Run

pytestmark = pytest.mark.django_db


def failed(hours_ago: int) -> Run:
    when = timezone.now() - timedelta(hours=hours_ago)
    return Run.objects.create(
        kind="probe", subject_id=1, status="failed", error="the disk is full", finished_at=when
    )


def test_it_counts_the_last_day_and_names_what_failed(admin_client: Client) -> None:
    lately, before = failed(2), failed(30)
    Run.objects.create(kind="probe", subject_id=1)
    LlmCall.objects.create(prompt="p", prompt_hash="h", model="m", cost_usd="1.239")
    panels = admin_client.get(reverse("admin:index")).context["panels"]
    runs = next(panel for panel in panels if "24 hours" in str(panel.title))
    assert [figure.number for figure in runs.figures] == [1, 0, 1, 1, "1.24"]
    assert [url for _text, url, _detail in runs.rows] == [
        reverse("admin:runs_run_change", args=[lately.pk])
    ]
    assert before.pk != lately.pk


def test_its_figures_lead_to_lists_that_open(admin_client: Client) -> None:
    panels = admin_client.get(reverse("admin:index")).context["panels"]
    for figure in [figure for panel in panels for figure in panel.figures]:
        assert admin_client.get(figure.url).status_code == 200, figure.url
