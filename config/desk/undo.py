"""An act that can be taken back at once: offered on the next page, for ten seconds."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from .refusals import Refusal

SECONDS = 10
_KEY = "undo"


def offer(request: HttpRequest, address: str) -> None:
    """Offer to undo what was just done, by a POST to an address."""
    request.session[_KEY] = [address, time.time() + SECONDS]


def offered(request: HttpRequest) -> dict[str, object] | None:
    """The address, and the seconds that are left; None once they are over."""
    address, until = request.session.get(_KEY, ("", 0.0))
    left = until - time.time()
    return {"address": address, "seconds": max(1, round(left))} if left > 0 else None


def take_back(request: HttpRequest, page: str, withdraw: Callable[[], object]) -> HttpResponse:
    """Undo the act by its service call; to its page, which says what became of it."""
    request.session.pop(_KEY, None)
    try:
        withdraw()
    except Refusal as error:
        messages.error(request, str(error))
    else:
        said = _("your decision was undone; the previous one is in force again")
        messages.success(request, said)
    return redirect(page)
