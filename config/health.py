"""Whether the site is alive and ready, and figures of what it does and stores: for load balancers,
Prometheus, reporters of vulnerabilities, and a page for admins.

A check returns "ok" or one word for the fault.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_q.models import Task
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

import config
from config.checkpoints import engines
from config.desk.models import AuditEntry
from config.desk.roles import is_admin
from config.desk.sign_in import ATTEMPT_DAYS
from config.doctor import examine
from config.error_texts import error_line
from config.runs import beats, broker
from config.runs import metrics as figures
from config.runs.models import Event, ModelAnswer, Run, Step, WorkerHost
from config.runs.retention import BROKER_DAYS, PRUNED_EVENTS

COUNTED = 100_000
"""The most rows that the page counts; beyond that it says "more than"."""


@dataclass(frozen=True, slots=True)
class Retained:
    """A kind of rows that are deleted after a time.

    `days` is None where each row has its own end, 0 where they are never deleted; `setting` is
    empty where no setting changes it.
    """

    name: str
    rows: int
    more: bool
    oldest: datetime | None
    days: int | None
    setting: str = ""


def stored() -> list[Retained]:
    """All kinds of rows that the supervisor deletes after a time."""
    steps = Step.objects.filter(output__isnull=False)
    events = Event.objects.filter(kind__in=PRUNED_EVENTS)
    return [
        _of(_("Outputs of steps"), steps, "finished_at", settings.RUN_STEPS_DAYS),
        _of(_("Histories of runs, step by step"), events, "created_at", settings.RUN_EVENTS_DAYS),
        _of(_("Answers of models"), ModelAnswer.objects.all(), "created_at",
            settings.LLM_CACHE_DAYS),
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
    """Bytes of the database, including checkpoints stored beside it."""
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
    """Compares the database with this code's migrations: a site that was updated and not
    migrated is not ready."""
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
    """Every check and its result; the reason of a failure goes to the log, not to the client."""
    return {name: _checked(name, check) for name, check in CHECKS.items()}


def _checked(name: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, OSError) as error:
        logger.warning("not ready: %s: %s", name, error_line(error))
        return "failed"


_MOST_HOSTS = 50


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The web process answers, and names its release; nothing else is checked."""
    return HttpResponse(f"ok\ncrivo {config.__version__}\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> HttpResponse:
    """What work needs, by name; status 503 where something is missing."""
    state = ready()
    whole = all(each == OK for each in state.values())
    return JsonResponse({"ready": whole, "checks": state}, status=200 if whole else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus, to clients that send CRIVO_METRICS_TOKEN; without the setting there is no
    such page."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not token or not secrets.compare_digest(given.encode(), token.encode()):
        raise Http404

    return HttpResponse(exposed(), content_type=CONTENT_TYPE)


@login_required
@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """For admins: which hosts work, what waits and is stored, and the quick checks of `doctor`."""
    if not is_admin(request.user):
        raise PermissionDenied
    waiting = Run.objects.filter(status=Run.Status.QUEUED)
    alive = set(beats.alive().values_list("pk", flat=True))
    hosts = WorkerHost.objects.order_by("-seen_at")[:_MOST_HOSTS]
    context = {
        "stored": stored(),
        "size": size(),
        "findings": list(examine(whole=False)),
        "waiting": waiting.count(),
        "oldest": waiting.order_by("queued_at").first(),
        "running": Run.objects.filter(status=Run.Status.RUNNING).count(),
        "alive": len(alive),
        "hosts": [(host, host.pk in alive) for host in hosts],
    }
    return render(request, "desk/health.html", context)


@require_safe
@never_cache
def security_txt(_request: HttpRequest) -> HttpResponse:
    """Where to report a weakness (RFC 9116); without CRIVO_SECURITY_CONTACT no such page."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = timezone.now() + timedelta(days=90)  # the setting is read at each start
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, pt",
    ]
    return HttpResponse(
        "".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8"
    )


# The figures in the text format of Prometheus, read from the database at each request.

__all__ = ["CONTENT_TYPE", "exposed"]


class _FromDatabase(Collector):
    def collect(self) -> Iterator[Metric]:
        for figure in figures.collect():
            family = CounterMetricFamily if figure.total else GaugeMetricFamily
            metric = family(figure.name, figure.help, labels=figure.labels)
            for labels, value in figure.values:
                metric.add_metric(labels, value)
            yield metric


def exposed() -> bytes:
    """All figures, in a registry of their own: without the figures of this process."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_FromDatabase())
    return generate_latest(registry)
