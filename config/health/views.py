"""The addresses for load balancers and for Prometheus. None of them needs a session."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from . import checks


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The web process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


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
