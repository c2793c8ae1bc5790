"""How far a verdict can be trusted."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from trading.presenting.power import measured
from trading.presenting.trust import curve


@login_required
@require_GET
def trust(request: HttpRequest) -> HttpResponse:
    """What the calibration measured, and of what nothing was measured."""
    known = measured()
    return render(request, "trading/trust.html", {"known": known, "curve": curve(known)})
