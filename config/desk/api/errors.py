"""One form for every error: `{type, errors: [{code, detail, attr}]}`."""

from __future__ import annotations

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error
from drf_standardized_errors.handler import exception_handler
from rest_framework import status
from rest_framework.exceptions import APIException, NotFound, PermissionDenied, Throttled
from rest_framework.response import Response

from config.desk.api.serializers import TooLarge
from config.desk.refusals import (
    Conflict,
    Missing,
    NotAllowed,
    OverQuota,
    Refusal,
    TooMuch,
    TryLater,
)
from config.outage import complaint

RETRY_AFTER = 10
"""Seconds after which another attempt is worthwhile."""


def what_to_do() -> str:
    return _("the database cannot be used just now: try again; `manage.py doctor` says more")


def error_page(request: HttpRequest) -> HttpResponse:
    """The page for an error that no handler caught; no part of it uses the database."""
    error = sys.exc_info()[1]
    if error is None or not complaint(error):
        return server_error(request)
    response: HttpResponse
    if request.path.startswith("/api/"):
        body = {"code": "unavailable", "detail": what_to_do(), "attr": None}
        response = JsonResponse({"type": "server_error", "errors": [body]}, status=503)
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


class Clash(APIException):
    """409: it cannot be done in the present state."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"


class Refused(APIException):
    """400: the request itself cannot be carried out."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "refused"


class Unavailable(APIException):
    """503: the database is away, or not up to date."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "unavailable"
    wait = RETRY_AFTER


def answer_for(error: Exception, context: Any) -> Response | None:
    """The response for an error; a service's refusal becomes the HTTP error that it stands for.

    A conflict also has `current`, the present state, where the view can give it.
    """
    response: Response | None = exception_handler(_as_http(error), context)
    state = getattr(context["view"], "current_state", None)
    if response is not None and response.status_code == status.HTTP_409_CONFLICT and state:
        response.data["current"] = state()
    return response


def _as_http(error: Exception) -> Any:
    detail = str(error)
    if isinstance(error, NotAllowed):
        return PermissionDenied(detail)
    if isinstance(error, Missing):
        return NotFound(detail)
    if isinstance(error, OverQuota):
        return Throttled(detail=detail, code="quota")
    if isinstance(error, TryLater):
        throttled = Throttled(detail=detail, code="busy")
        throttled.wait = error.seconds
        return throttled
    if isinstance(error, TooMuch):
        return TooLarge(detail)
    if isinstance(error, Conflict):
        return Clash(detail)
    if isinstance(error, Refusal):
        return Refused(detail)
    if complaint(error):
        unavailable = Unavailable(what_to_do())
        unavailable.__cause__ = error  # for the log
        return unavailable
    return error
