"""Signing in, with what was typed before; pauses after wrong passwords; and the length of a
session: a limit without use, and a limit in all."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout, views
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.contrib.sessions.models import Session
from django.core import signing
from django.db.models import Max, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from config.desk import audit
from config.desk.account import restore
from config.desk.drafts import keep
from config.desk.models import AuditEntry


class SignIn(LoginView):
    """The sign-in page. A form that it carries becomes a draft of whoever signs in."""

    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Somebody who has signed in in another window meanwhile is redirected, with the draft."""
        return self._to_draft() or super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        sent_on = super().form_valid(form)
        answer = self._to_draft() or sent_on
        restore(user=self.request.user, answer=answer)
        name = form.get_user().get_username()
        remember_device(request=self.request, answer=answer, name=name)
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        signed = self.request.POST.get("held", "")
        return super().get_context_data(**kwargs, held=signed, by_mail=settings.MAIL)

    def _to_draft(self) -> HttpResponse | None:
        user = self.request.user
        signed = self.request.POST.get("held", "")
        if not signed or not user.is_authenticated:
            return None
        draft = keep(user=user, signed=signed)
        return redirect(draft.address) if draft else None


# A new password for a forgotten one: by a link in a mail, where the site has a mail server. The
# page says the same for an unknown address, and the mail is sent after the answer: neither text nor
# timing tells whether there is an account.

_ASKED = AuditEntry.Act.RESET_ASKED
SENDER = ThreadPoolExecutor(1, thread_name_prefix="mail")


class ResetForm(PasswordResetForm):
    """Django's form; a person is sent one mail per pause, in the language in which it was asked
    for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Mail address")

    def get_users(self, email: str) -> list[User]:
        """The users with this address who were not sent a mail just now."""
        found: list[User] = []
        since = timezone.now() - timedelta(seconds=settings.SIGN_IN_PAUSE_SECONDS)
        for user in super().get_users(email):
            subject = audit.named(user.pk)
            if not AuditEntry.objects.filter(act=_ASKED, subject=subject, at__gt=since).exists():
                found.append(user)
                audit.note(_ASKED, subject)
        return found

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send it after the answer. Django logs a mail that cannot be sent."""
        SENDER.submit(_send, translation.get_language(), super().send_mail, args, kwargs)


def _send(language: str, send: Any, args: Any, kwargs: Any) -> None:
    with translation.override(language):
        send(*args, **kwargs)


class _ByMail:
    """Pages that exist only where there is a mail server."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.MAIL:
            raise Http404
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc,no-any-return]


class PasswordResetRequest(_ByMail, views.PasswordResetView):
    """Asks for the address. After a few requests an hour from one address it asks to wait."""

    form_class = ResetForm
    template_name = "registration/forgotten.html"
    email_template_name = "registration/forgotten_mail.txt"
    subject_template_name = "registration/forgotten_subject.txt"

    def form_valid(self, form: ResetForm) -> HttpResponse:  # type: ignore[override]
        if _too_often(self.request):
            message = _("That was asked for several times. Wait an hour, or ask an admin.")
            form.add_error(None, message)
            return self.render_to_response(self.get_context_data(form=form), status=429)
        audit.note(_ASKED)
        return super().form_valid(form)


def _too_often(request: HttpRequest) -> bool:
    since = timezone.now() - settings.AXES_COOLOFF_TIME
    rows = AuditEntry.objects.filter(act=_ASKED, subject="", at__gt=since)
    count = rows.filter(address=request.META.get("REMOTE_ADDR")).count()
    return count >= int(settings.AXES_FAILURE_LIMIT)


class Sent(_ByMail, views.PasswordResetDoneView):
    """Says that a mail is on its way, if there is an account with that address."""

    template_name = "registration/forgotten_sent.html"


@never_cache
@require_GET
def link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """The target of the link in the mail: a page of ours with a button. A browser sends strict
    cookies with a request that begins here, not with one that begins on another site."""
    if not settings.MAIL:
        raise Http404
    parts = {"uidb64": uidb64, "token": token}
    return render(request, "registration/forgotten_link.html", parts)


class Chosen(_ByMail, views.PasswordResetConfirmView):
    """The form for the new password, for a link that is still valid."""

    template_name = "registration/forgotten_new.html"

    def get_success_url(self) -> str:
        messages.success(self.request, _("your password is changed: sign in with it"))
        return reverse("login")


# Pauses after wrong passwords: by name and address, by address, and by name. The counts are rows,
# so that all web processes count together, for page, API and admin alike. A browser that somebody
# signed in with before is counted by itself (OWASP's device cookies): an attack on a name from
# elsewhere locks its owner out on new devices only.

ATTEMPT_DAYS = 30
"""Days for which failed attempts are kept: they count for minutes, and a person may look at them
for longer."""


def prune_sessions() -> int:
    """Delete sessions that have expired; returns the number."""
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


def prune_attempts() -> int:
    """Delete failed sign-ins older than ATTEMPT_DAYS; returns the number."""
    oldest = timezone.now() - timedelta(days=ATTEMPT_DAYS)
    return int(AccessAttempt.objects.filter(attempt_time__lt=oldest).delete()[0])


ADDRESS, ACCOUNT = 3, 10
"""Multiples of the limit for a name from one address: the limit of failures from an address with
any names, and that of a name from any addresses."""
LONGEST = 12
"""The longest pause, as a multiple of the first; older failures are forgotten."""
SALT, DAYS, PEOPLE = "crivo_devices", 180, 5
DEVICE = "device "


class SignInLimits(AxesDatabaseHandler):
    """The rule that django-axes calls; axes stores the rows and answers during a pause."""

    def get_failures(self, request: Any, credentials: Any = None) -> int:
        """The limit while a pause lasts; else 0."""
        name = get_client_username(request, credentials)
        waits = any(_pauses(rows, times) for rows, times in _counted(request, name))
        return settings.AXES_FAILURE_LIMIT if waits else 0

    def user_login_failed(
        self, sender: Any, credentials: Any, request: Any = None, **details: Any
    ) -> None:
        device = device_of(request, get_client_username(request, credentials)) if request else ""
        if device:
            request.axes_user_agent = device
        super().user_login_failed(sender, credentials, request, **details)


def pause_of(failures: int, limit: int) -> timedelta:
    """How long after the last of that many failures the next attempt is refused: each further
    failure doubles it."""
    if failures < limit:
        return timedelta()
    doubled = 2 ** min(failures - limit, 10)
    return timedelta(seconds=settings.SIGN_IN_PAUSE_SECONDS * min(doubled, LONGEST))


def is_paused(failures: int, last: datetime | None, limit: int) -> bool:
    return last is not None and timezone.now() < last + pause_of(failures, limit)


def device_of(request: HttpRequest, name: str | None) -> str:
    """The key under which a browser is counted that signed in with the name before; empty for
    another one."""
    known = _known(request).get(name or "")
    return f"{DEVICE}{known}" if known else ""


def remember_device(*, request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """Remember a browser that somebody signed in with; it keeps the last few names."""
    known = _known(request)
    known[name] = known.pop(name, "") or secrets.token_hex(8)
    newest = dict(list(known.items())[-PEOPLE:])
    answer.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(newest, salt=SALT),
        max_age=timedelta(days=DAYS),
        samesite="Strict",
        httponly=True,
        secure=settings.HTTPS,
    )


def _known(request: HttpRequest) -> dict[str, str]:
    cookie = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    try:
        found: dict[str, str] = signing.loads(cookie, salt=SALT, max_age=timedelta(days=DAYS))
    except signing.BadSignature:
        return {}
    return found


def _counted(request: Any, name: str | None) -> list[tuple[QuerySet[AccessAttempt], int]]:
    """The rows that count for an attempt, each with its multiple of the limit."""
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


HOUR = 3_600
UNUSED = 72 * HOUR
"""Seconds without a request after which a session ends: longer than a weekend."""
LONGEST_USE = 14 * 24 * HOUR
"""The most seconds from signing in to the end of a session."""
NOTED = HOUR // 6
PROBES = frozenset(("/healthz", "/readyz", "/metrics"))
"""Paths that answer while the database, which holds the sessions, is unavailable."""
BEGUN, USED = "begun", "used"


def begin(request: HttpRequest, **_signal: Any) -> None:
    """Record a sign-in; a token obtained with a password has no session."""
    if SESSION_KEY not in request.session:
        return
    request.session[BEGUN] = request.session[USED] = int(time.time())


class SessionLimits:
    """Signs out whoever's session is over, as if they had signed out themselves."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in PROBES:
            return self.get_response(request)
        session = request.session
        if SESSION_KEY in session:
            now = int(time.time())
            begun, used = (session.get(name, now) for name in (BEGUN, USED))
            if now - begun > LONGEST_USE or now - used > UNUSED:
                logout(request)
            elif now - used > NOTED or BEGUN not in session:
                session[BEGUN], session[USED] = begun, now
        return self.get_response(request)
