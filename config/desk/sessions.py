"""How long somebody stays signed in: not longer than a while without use, nor than a while at all.

Both are noted in the session. Reading a page writes to it once in a while alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse

HOUR = 3_600
UNUSED = 72 * HOUR
"""Seconds without a request after which a session ends: a weekend is shorter."""
LONGEST = 14 * 24 * HOUR
"""Seconds from signing in to the end of a session that is in use."""
NOTED = HOUR // 6
PROBES = frozenset(("/healthz", "/readyz", "/metrics"))
"""They answer while the database, which holds the sessions, is away."""
BEGUN, USED = "begun", "used"


def begin(request: HttpRequest, **_signal: Any) -> None:
    """Somebody signed in; who gets a token with a password has no session."""
    if SESSION_KEY not in request.session:
        return
    request.session[BEGUN] = request.session[USED] = int(time.time())


class SessionLimits:
    """Signs out whose session is over, as if they had done so themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in PROBES:
            return self.get_response(request)
        session = request.session
        if SESSION_KEY in session:
            now = int(time.time())
            begun, used = (session.get(name, now) for name in (BEGUN, USED))
            if now - begun > LONGEST or now - used > UNUSED:
                logout(request)
            elif now - used > NOTED or BEGUN not in session:
                session[BEGUN], session[USED] = begun, now
        return self.get_response(request)
