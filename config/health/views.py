"""The addresses for load balancers, Prometheus and finders of a weakness; a page for admins."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

import config
from config.desk.roles import is_admin
from config.doctor import examine
from config.health import checks
from config.runs import beats
from config.runs import metrics as figures
from config.runs.models import Run, WorkerHost

_MOST_HOSTS = 50


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The web process answers, and names its release; nothing else is checked."""
    return HttpResponse(f"ok\ncrivo {config.__version__}\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> HttpResponse:
    """What work needs, by name; 503 where something is missing."""
    said = checks.ready()
    whole = all(each == checks.OK for each in said.values())
    return JsonResponse({"ready": whole, "checks": said}, status=200 if whole else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus, to who shows CRIVO_METRICS_TOKEN; without one there is no such page."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    token = settings.METRICS_TOKEN
    if not token or not secrets.compare_digest(given.encode(), token.encode()):
        raise Http404

    return HttpResponse(exposed(), content_type=CONTENT_TYPE)


@login_required
@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """For admins: who works, what waits and is stored, what the quick checks of the doctor find."""
    if not is_admin(request.user):
        raise PermissionDenied
    waiting = Run.objects.filter(status=Run.Status.QUEUED)
    alive = set(beats.alive().values_list("pk", flat=True))
    hosts = WorkerHost.objects.order_by("-seen_at")[:_MOST_HOSTS]
    context = {
        "stored": checks.stored(),
        "size": checks.size(),
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


# The figures in the text format of Prometheus, read from the database when asked for.

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
    """All figures, in a registry of their own: nothing of this process is among them."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_FromDatabase())
    return generate_latest(registry)
