"""The addresses for load balancers, Prometheus and finders of a weakness; a page for admins."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import config
from config.desk.roles import is_admin
from config.doctor import examine
from config.runs import beats
from config.runs.models import Run, WorkerHost

from . import checks

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
    from .exposition import CONTENT_TYPE, exposed

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
