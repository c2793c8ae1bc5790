"""A name for each request, in the logs and in the answer."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

HEADER = "X-Request-ID"
_KNOWN = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestId:
    """Takes the name a proxy gave in X-Request-ID, if it is a plain one, or makes one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        name = given if _KNOWN.fullmatch(given) else uuid.uuid4().hex
        with bound_contextvars(request=name):
            response = self.get_response(request)
        response.headers[HEADER] = name
        return response
