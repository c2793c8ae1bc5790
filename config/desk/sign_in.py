"""Signing in, with what was typed before it; how long one waits after wrong passwords; and how long
a session lasts: a while without use, and a longer while at all.
"""

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
    """The sign-in page. What it carries becomes a draft of whoever signs in."""

    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Who has signed in at another window meanwhile is sent on, the draft included."""
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


# A new password for who forgot theirs: by a link in a mail, where the site has a mail server.
# The page says the same for an address that nobody has, and the mail is sent after the answer:
# its words and its time do not tell whether there is an account.

_ASKED = AuditEntry.Act.RESET_ASKED
SENDER = ThreadPoolExecutor(1, thread_name_prefix="mail")


class ResetForm(PasswordResetForm):
    """Django's; a person is sent one mail in a pause, in the language in which it was asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Mail address")

    def get_users(self, email: str) -> list[User]:
        """Who has this address and was sent nothing just now."""
        found: list[User] = []
        since = timezone.now() - timedelta(seconds=settings.SIGN_IN_PAUSE_SECONDS)
        for user in super().get_users(email):
            subject = audit.named(user.pk)
            if not AuditEntry.objects.filter(act=_ASKED, subject=subject, at__gt=since).exists():
                found.append(user)
                audit.note(_ASKED, subject)
        return found

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Later. Django logs a mail that cannot be sent."""
        SENDER.submit(_send, translation.get_language(), super().send_mail, args, kwargs)


def _send(language: str, send: Any, args: Any, kwargs: Any) -> None:
    with translation.override(language):
        send(*args, **kwargs)


class _ByMail:
    """Pages that are there only where mail is."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not settings.MAIL:
            raise Http404
        return super().dispatch(request, *args, **kwargs)  # type: ignore[misc,no-any-return]


class PasswordResetRequest(_ByMail, views.PasswordResetView):
    """Asks for the address. From one place a few times an hour: then it says to wait."""

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
    """Says that a mail is on its way, if somebody has that address."""

    template_name = "registration/forgotten_sent.html"


@never_cache
@require_GET
def link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Where the mail leads: a page of ours with one step on. A browser sends its strict cookies
    with a step that begins here, not with one that begins in a mail read on another site."""
    if not settings.MAIL:
        raise Http404
    parts = {"uidb64": uidb64, "token": token}
    return render(request, "registration/forgotten_link.html", parts)


class Chosen(_ByMail, views.PasswordResetConfirmView):
    """The new password, for who came by a link that is still good."""

    template_name = "registration/forgotten_new.html"

    def get_success_url(self) -> str:
        messages.success(self.request, _("your password is changed: sign in with it"))
        return reverse("login")


# How long one waits after wrong passwords: by name and address, by address, and by name.
#
# The counts are rows, so that all web processes count together, for page, API and admin alike. A
# browser that somebody signed in with before is counted by itself (OWASP's device cookies): who
# attacks a name from elsewhere keeps its owner out nowhere else than on a new device.

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
SALT, DAYS, PEOPLE = "crivo_devices", 180, 5
DEVICE = "device "


class SignInLimits(AxesDatabaseHandler):
    """The rule that django-axes asks; it keeps the rows, and answers where a pause lasts."""

    def get_failures(self, request: Any, credentials: Any = None) -> int:
        """As many as pause, while a pause lasts; else none."""
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


HOUR = 3_600
UNUSED = 72 * HOUR
"""Seconds without a request after which a session ends: a weekend is shorter."""
LONGEST_USE = 14 * 24 * HOUR
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
            if now - begun > LONGEST_USE or now - used > UNUSED:
                logout(request)
            elif now - used > NOTED or BEGUN not in session:
                session[BEGUN], session[USED] = begun, now
        return self.get_response(request)
