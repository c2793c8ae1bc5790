"""How long one waits after wrong passwords: by name and address, by address, and by name.

The counts are rows, so that all web processes count together, for page, API and admin alike. A
browser that somebody signed in with before is counted by itself (OWASP's device cookies): who
attacks a name from elsewhere keeps its owner out nowhere else than on a new device.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import signing
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

ATTEMPT_DAYS = 30
"""An attempt counts for minutes; a person may look at it for so long."""


def prune_sessions() -> int:
    """Delete sessions that have expired; how many those were."""
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


def prune_attempts() -> int:
    """Delete failed sign-ins of long ago; how many those were."""
    oldest = timezone.now() - timedelta(days=ATTEMPT_DAYS)
    return int(AccessAttempt.objects.filter(attempt_time__lt=oldest).delete()[0])


ADDRESS, ACCOUNT = 3, 10
"""So many times the limit of a name from one address may fail from an address with any names, and
with a name from any addresses."""
LONGEST = 12
"""The longest pause, in first pauses; what failed longer ago is forgotten."""
COOKIE, DAYS, PEOPLE = "crivo_devices", 180, 5
DEVICE = "device "


class SignInLimits(AxesDatabaseHandler):
    """The rule that django-axes asks; it keeps the rows, and answers where a pause lasts."""

    def get_failures(self, request: Any, credentials: Any = None) -> int:
        """As many as pause, while a pause lasts; else none."""
        name = get_client_username(request, credentials)
        waits = any(_pauses(rows, times) for rows, times in _counted(request, name))
        return settings.AXES_FAILURE_LIMIT if waits else 0

    def user_login_failed(
        self, sender: Any, credentials: Any, request: Any = None, **told: Any
    ) -> None:
        device = device_of(request, get_client_username(request, credentials)) if request else ""
        if device:
            request.axes_user_agent = device
        super().user_login_failed(sender, credentials, request, **told)


def pause_of(failures: int, limit: int) -> timedelta:
    """How long after the last of so many failures the next try is refused: twice as long after
    each further one."""
    if failures < limit:
        return timedelta()
    doubled = 2 ** min(failures - limit, 10)
    return timedelta(seconds=settings.SIGN_IN_PAUSE_SECONDS * min(doubled, LONGEST))


def is_paused(failures: int, last: datetime | None, limit: int) -> bool:
    return last is not None and timezone.now() < last + pause_of(failures, limit)


def device_of(request: HttpRequest, name: str | None) -> str:
    """What a browser is counted as that signed in with the name before; empty for another."""
    known = _known(request).get(name or "")
    return f"{DEVICE}{known}" if known else ""


def remember_device(*, request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """A browser that somebody signed in with is known from now on; it keeps the last few names."""
    known = _known(request)
    known[name] = known.pop(name, "") or secrets.token_hex(8)
    kept = dict(list(known.items())[-PEOPLE:])
    answer.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=COOKIE),
        max_age=timedelta(days=DAYS),
        samesite="Strict",
        httponly=True,
        secure=settings.HTTPS,
    )


def _known(request: HttpRequest) -> dict[str, str]:
    held = request.COOKIES.get(COOKIE, "")
    try:
        found: dict[str, str] = signing.loads(held, salt=COOKIE, max_age=timedelta(days=DAYS))
    except signing.BadSignature:
        return {}
    return found


def _counted(request: Any, name: str | None) -> list[tuple[QuerySet[AccessAttempt], int]]:
    """The rows that count for a try, each with how many times the limit they may be."""
    since = timezone.now() - settings.AXES_COOLOFF_TIME
    rows = AccessAttempt.objects.filter(attempt_time__gt=since).order_by()
    if device := device_of(request, name):
        return [(rows.filter(username=name, user_agent=device), 1)]
    others = rows.exclude(user_agent__startswith=DEVICE)
    here = others.filter(ip_address=request.axes_ip_address)
    return [
        (here.filter(username=name), 1),
        (here, ADDRESS),
        (others.filter(username=name), ACCOUNT),
    ]


def _pauses(rows: QuerySet[AccessAttempt], times: int) -> bool:
    found = rows.aggregate(failures=Sum("failures_since_start"), last=Max("attempt_time"))
    limit = settings.AXES_FAILURE_LIMIT * times
    return is_paused(found["failures"] or 0, found["last"], limit)
