"""The page that tells admins how the site is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.runs import beats
from config.runs.models import Run, WorkerHost
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
