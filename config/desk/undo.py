"""An act that can be taken back at once: offered on the next page, for ten seconds."""

from __future__ import annotations

import time

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

SECONDS = 10
TAKEN_BACK = _("your decision was undone; the previous one is in force again")
_KEY = "undo"


def offer(request: HttpRequest, address: str) -> None:
    """Offer to undo what was just done, by a POST to an address."""
    request.session[_KEY] = [address, time.time() + SECONDS]


def offered(request: HttpRequest) -> dict[str, object] | None:
    """The address, and the seconds that are left; None once they are over."""
    address, until = request.session.get(_KEY, ("", 0.0))
    left = until - time.time()
    return {"address": address, "seconds": max(1, round(left))} if left > 0 else None


def over(request: HttpRequest) -> None:
    """It was taken back."""
    request.session.pop(_KEY, None)
