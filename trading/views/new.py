"""A new development."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse


@login_required
def new(request: HttpRequest) -> HttpResponse:
    return HttpResponse()
