"""What the site stores besides people's work: how much, since when, and how long it stays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django_q.models import Task

from config.checkpoints import engines
from config.desk.models import AuditEntry
from config.desk.sign_in_retention import ATTEMPT_DAYS
from config.runs.models import Event, ModelAnswer, Step
from config.runs.retention import BROKER_DAYS, PRUNED_EVENTS

COUNTED = 100_000
"""Rows that a page counts at most: of more it says so."""


@dataclass(frozen=True, slots=True)
class Retained:
    """A kind of rows that are deleted with time. `days` is None where each row has its own end,
    0 where they stay for ever; `setting` is empty where nothing changes it."""

    name: str
    rows: int
    more: bool
    oldest: datetime | None
    days: int | None
    setting: str = ""


def stored() -> list[Retained]:
    """All kinds of rows that the supervisor deletes with time."""
    steps = Step.objects.filter(output__isnull=False)
    events = Event.objects.filter(kind__in=PRUNED_EVENTS)
    return [
        _of(_("Outputs of steps"), steps, "finished_at", settings.RUN_STEPS_DAYS,
            "CRIVO_RUN_STEPS_DAYS"),
        _of(_("Histories of runs, step by step"), events, "created_at", settings.RUN_EVENTS_DAYS,
            "CRIVO_RUN_EVENTS_DAYS"),
        _of(_("Answers of models"), ModelAnswer.objects.all(), "created_at",
            settings.LLM_CACHE_DAYS, "CRIVO_LLM_CACHE_DAYS"),
        _of(_("Audit log"), AuditEntry.objects.all(), "at", settings.AUDIT_DAYS,
            "CRIVO_AUDIT_DAYS"),
        _of(_("Failed sign-ins"), AccessAttempt.objects.all(), "attempt_time", ATTEMPT_DAYS),
        _of(_("Messages of the queue"), Task.objects.all(), "stopped", BROKER_DAYS),
        _of(_("Sessions"), Session.objects.all(), "", None),
    ]  # fmt: skip


def _of(
    name: str, rows: QuerySet[Any, Any], since: str, days: int | None, setting: str = ""
) -> Retained:
    count = rows.order_by()[: COUNTED + 1].count()
    first: Model | None = rows.order_by("pk").first() if since and count else None
    oldest = getattr(first, since) if first else None
    return Retained(name, min(count, COUNTED), count > COUNTED, oldest, days, setting)


def size() -> int:
    """Bytes of the database, with the checkpoints that stand beside it."""
    if not settings.SQLITE:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    with connection.cursor() as cursor:
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        database = int(cursor.fetchone()[0])
    journal = Path(f"{connection.settings_dict['NAME']}-wal")
    return database + sum(
        each.stat().st_size for each in (journal, engines.file()) if each.exists()
    )
