"""The page that tells admins how the site is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config import health
from config.runs import beats
from config.runs.models import Run, Step, WorkerHost
from tests.people import person

pytestmark = pytest.mark.django_db


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(person("carla", role))
    return client


def test_it_has_the_checks_the_queue_and_the_beats() -> None:
    beats.beat()
    WorkerHost.objects.create(
        name="<gone>", supervisor=1, workers=2, seen_at=timezone.now() - timedelta(days=1)
    )
    Run.objects.create(kind="probe", subject_id=1, queued_at=timezone.now() - timedelta(hours=2))
    shown = client_of("admin").get("/health/").content.decode()
    assert "Runs that wait: 1. At work: 0. Hosts with a live worker: 1." in shown
    assert "&lt;gone&gt; (2): <b>silent</b>" in shown
    assert "1 run waits, too long" in shown
    assert "start a worker: manage.py work" in shown
    assert settings.SECRET_KEY not in shown


@pytest.mark.parametrize("role", ["researcher", "reviewer"])
def test_it_is_for_admins_alone(role: str) -> None:
    assert client_of(role).get("/health/").status_code == 403


def test_it_says_what_is_stored_since_when_and_how_long_it_stays(settings: Any) -> None:
    settings.RUN_EVENTS_DAYS = 12
    settings.AUDIT_DAYS = 0
    run = Run.objects.create(kind="probe", subject_id=1)
    step = Step.objects.create(run=run, node="a", output={"n": 1}, fence=1, seconds=1)
    Step.objects.filter(pk=step.pk).update(finished_at=datetime(2024, 2, 3, 12, tzinfo=UTC))
    Step.objects.create(run=run, node="b", output=None, fence=1, seconds=1)
    shown = client_of("admin").get("/health/").content.decode()
    table = shown[shown.index('id="stored-title"') :]
    row = table[table.index("Outputs of steps") :].partition("</tr>")[0]
    assert ">1<" in row
    assert "02/03/2024" in row or "Feb. 3, 2024" in row or "2024-02-03" in row
    assert "CRIVO_AUDIT_DAYS" in table
    assert ">12 days<" in table
    assert ">for ever<" in table
    assert "MB" in table or "KB" in table


def test_beyond_a_bound_rows_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "COUNTED", 2)
    run = Run.objects.create(kind="probe", subject_id=1)
    steps = (Step(run=run, node=str(n), output={}, fence=1, seconds=1) for n in range(5))
    Step.objects.bulk_create(steps)
    stored = {each.name: each for each in health.stored()}
    assert stored["Outputs of steps"].rows == 2
    assert stored["Outputs of steps"].more
