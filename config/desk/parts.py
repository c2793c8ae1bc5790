"""Parts of pages that are asked for by themselves, while a page stays open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse


def or_reload(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For a part of a page: without a session the whole page is loaded, and leads to sign-in.

    Else the sign-in page would be put where the part was.
    """

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "HX-Request" in request.headers and not request.user.is_authenticated:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return view(request, *args, **kwargs)

    return asked
