"""What a reader sees while the database cannot be used: a page or an answer of ours, with 503."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error

from config.outage import complaint

RETRY_AFTER = 10
"""Seconds after which it is worth another try."""


def what_to_do() -> str:
    return _("the database cannot be used just now: try again; `manage.py doctor` says more")


def error_page(request: HttpRequest) -> HttpResponse:
    """The page for an error that nobody caught; no part of it asks the database."""
    error = sys.exc_info()[1]
    if error is None or not complaint(error):
        return server_error(request)
    response: HttpResponse
    if request.path.startswith("/api/"):
        said = {"code": "unavailable", "detail": what_to_do(), "attr": None}
        response = JsonResponse({"type": "server_error", "errors": [said]}, status=503)
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response
