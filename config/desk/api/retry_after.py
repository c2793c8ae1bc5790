"""A client that was told to wait and asks earlier is refused at once: no token is looked up, no
body is read, no row is written.

Each web process remembers its own refusals.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

MOST = 10_000
"""The most refusals that are remembered; beyond that all are forgotten, and learned again."""


class RetryAfter:
    """Remembers each 429 with Retry-After by method, address and Authorization header.

    Requests without that header are not covered: a pause after wrong passwords holds for one name,
    and several people may ask from one address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._ends: dict[bytes, float] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = _key(request)
        if key is None:
            return self.get_response(request)
        left = self._ends.get(key, 0.0) - time.monotonic()
        if left > 0:
            return _refusal(math.ceil(left))
        response = self.get_response(request)
        if response.status_code == 429 and response.has_header("Retry-After"):
            if len(self._ends) >= MOST:
                self._ends.clear()
            self._ends[key] = time.monotonic() + int(response.headers["Retry-After"])
        return response


def _key(request: HttpRequest) -> bytes | None:
    credential = request.META.get("HTTP_AUTHORIZATION")
    if not credential:
        return None
    name = f"{request.method} {request.path} {credential}"
    return hashlib.sha256(name.encode(errors="surrogateescape")).digest()


def _refusal(seconds: int) -> HttpResponse:
    message = _("you were asked to wait: try again in %(seconds)s s") % {"seconds": seconds}
    error = {"code": "throttled", "detail": message, "attr": None}
    document = {"type": "client_error", "errors": [error]}
    return JsonResponse(document, status=429, headers={"Retry-After": str(seconds)})
