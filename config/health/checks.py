"""What must be there for work to go on, and how much the site stores.

Each check answers "ok" or, in a word, what is wrong.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django_q.models import Task

from config.checkpoints import engines
from config.desk.models import AuditEntry
from config.desk.sign_in import ATTEMPT_DAYS
from config.runs import beats, broker
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


OK = "ok"
logger = logging.getLogger(__name__)


def database() -> str:
    with connection.cursor() as cursor:
        if settings.SQLITE:
            cursor.execute("SELECT 1")
            writable = os.access(connection.settings_dict["NAME"], os.W_OK)
        else:
            cursor.execute("SHOW transaction_read_only")
            writable = cursor.fetchone() == ("off",)
    return OK if writable else "read-only"


def migrations() -> str:
    """Against the files of this code: a site that was updated and not migrated is not ready."""
    executor = MigrationExecutor(connection)
    applied = MigrationRecorder(connection).applied_migrations()
    missing = [key for key in executor.loader.graph.nodes if key not in applied]
    return "not applied" if missing else OK


def queue() -> str:
    return "no answer" if broker.fault() else OK


def worker() -> str:
    return OK if beats.alive() else "no beat"


def disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    return OK if free >= settings.MIN_FREE_MIB * 1024 * 1024 else "full"


CHECKS: Mapping[str, Callable[[], str]] = {
    "database": database,
    "migrations": migrations,
    "broker": queue,
    "worker": worker,
    "disk": disk,
}


def ready() -> dict[str, str]:
    """Every check and what it says; why one failed goes to the log, not to whoever asks."""
    return {name: _said(name, check) for name, check in CHECKS.items()}


def _said(name: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, OSError) as error:
        logger.warning("not ready: %s: %s", name, " ".join(str(error).split())[:200])
        return "failed"
