"""The certificate of a development: for print, and as a file; how far a verdict can be trusted."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from config.runs.refusals import REFUSALS, explain
from trading.models import Strategy
from trading.presenting.certificate import certificate_context
from trading.presenting.trust import curve, measured, power_of
from trading.services.certificate import certificate_of
from trading.views.common import back_to, seen_or_404, visible


@login_required
@require_GET
def certificate(request: HttpRequest, pk: int) -> HttpResponse:
    """One page of what the result rests on."""
    found = _found(request, pk)
    try:
        told = certificate_of(found, request.user)
    except REFUSALS as error:
        return back_to(request, pk, explain(error), error=True)
    context = {"strategy": found, "power": power_of(found), **certificate_context(told)}
    return render(request, "trading/certificate.html", context)


@login_required
@require_GET
def certificate_json(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as the file that `manage.py verify_certificate` takes."""
    found = _found(request, pk)
    try:
        told = certificate_of(found, request.user)
    except REFUSALS as error:
        return back_to(request, pk, explain(error), error=True)
    text = json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    name = f"crivo-{slugify(found.ticker) or 'strategy'}-{found.pk}-certificate.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _found(request: HttpRequest, pk: int) -> Strategy:
    rows = visible(request).select_related("dataset", "memory").defer("state")
    return seen_or_404(request, pk, rows)


@login_required
@require_GET
def trust(request: HttpRequest) -> HttpResponse:
    """What the calibration measured, and of what nothing was measured."""
    known = measured()
    return render(request, "trading/trust.html", {"known": known, "curve": curve(known)})
