"""Forms that could not be sent because the session or its token had ended, kept as drafts.

Text of somebody who is not signed in is not stored: it travels with the sign-in page, signed, and
becomes a row once somebody has signed in. The row is deleted when its form is sent, when it is
discarded, with its owner, with its subject, and after DAYS.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core import signing
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from config.text.validation import as_number

from .models import Draft

_SENT_ON = (301, 302, 303)


class KeepTyped:
    """Answers a form sent without a session with the sign-in page, which carries what was typed;
    deletes a draft once the form that was filled from it is accepted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method != "POST" or response.status_code not in _SENT_ON:
            return response
        if request.user.is_authenticated:
            if (sent := as_number(request.POST.get(SENT, ""))) is not None:
                drafts_of(request.user).filter(pk=sent).delete()
            return response
        sign_in = urlsplit(response.headers["Location"]).path == resolve_url(settings.LOGIN_URL)
        signed = held_of(request) if sign_in else ""
        return sign_in_with(request, signed) if signed else response


def sign_in_with(request: HttpRequest, signed: str) -> HttpResponse:
    """The sign-in page, with what was typed to be carried along."""
    context = {"form": AuthenticationForm(request), "held": signed}
    return render(request, "registration/login.html", context, status=403)


DAYS = 30
MOST_CHARACTERS = 100_000
MOST_KEPT = 20
"""The most drafts of one person; the oldest is deleted."""
SENT = "sent_draft"
"""The field in which a form says which draft it was filled from."""
_SALT = "desk.drafts"
_LASTS = timedelta(days=1)
_LONGEST_CHOICE = 30
"""Characters without a blank: the code of a choice, a number and a day are shorter."""
_NEVER = ("csrfmiddlewaretoken", "next", "held", SENT)


def held_of(request: HttpRequest) -> str:
    """What was typed in a refused POST, signed; empty when nothing is to be kept.

    Only from one of our own pages: another site could otherwise put text into a person's form.
    Passwords and files are never kept.
    """
    if request.method != "POST" or not _from_our_page(request):
        return ""
    fields = {name: values for name, values in request.POST.lists() if name not in _NEVER}
    typed = sum(len(value) for values in fields.values() for value in values)
    secret = any("password" in name for name in fields)
    if secret or not any(_has_words(name, fields) for name in fields) or typed > MOST_CHARACTERS:
        return ""
    content = {"path": request.path, "page": _page_of(request), "fields": fields}
    return signing.dumps(content, salt=_SALT, compress=True)


def keep(*, user: User, signed: str) -> Draft | None:
    """A row made of the signed draft; None when there is none, it is not ours, or it is too old."""
    try:
        content: dict[str, Any] = signing.loads(signed, salt=_SALT, max_age=_LASTS)
    except signing.BadSignature:
        return None
    made = Draft.objects.create(user=user, **content)
    drafts = Draft.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)
    Draft.objects.filter(user=user).exclude(pk__in=list(drafts[:MOST_KEPT])).delete()
    return made


def drafts_of(user: Any) -> QuerySet[Draft]:
    """A person's drafts, the newest first."""
    return Draft.objects.filter(user=user).order_by("-pk")


def forget(path: str) -> None:
    """Delete every draft of a form below a path: its subject was erased."""
    Draft.objects.filter(path__startswith=path).delete()


def prune_drafts() -> int:
    """Delete drafts older than DAYS; returns the number."""
    oldest = timezone.now() - timedelta(days=DAYS)
    return Draft.objects.filter(created_at__lt=oldest).delete()[0]


def _has_words(name: str, fields: dict[str, list[str]]) -> bool:
    """Whether a field holds text that is worth keeping: not a choice or a number."""
    values = [value.strip() for value in fields[name]]
    return any(" " in value or len(value) > _LONGEST_CHOICE for value in values)


def _from_our_page(request: HttpRequest) -> bool:
    sender = request.headers.get("Origin") or request.headers.get("Referer", "")
    return bool(sender) and url_has_allowed_host_and_scheme(
        sender, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


def _page_of(request: HttpRequest) -> str:
    """The page with the form: the Referer header, if it is one of our pages."""
    referrer = urlsplit(request.headers.get("Referer", ""))
    if referrer.netloc != request.get_host():
        return ""
    return referrer.path + (f"?{referrer.query}" if referrer.query else "")


# Pages.


@login_required
@require_http_methods(["GET", "POST"])
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A form that was typed and not sent, to be sent from here or discarded."""
    row = get_object_or_404(drafts_of(request.user), pk=pk)
    if request.method == "POST":
        row.delete()
        return redirect("inbox")
    return render(request, "desk/draft.html", {"row": row, "sent": SENT})


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """For a form with the token of another session: explained on a page of ours, with what was
    typed kept."""
    signed = held_of(request)
    if signed and not request.user.is_authenticated:
        return sign_in_with(request, signed)
    draft_pk = keep(user=request.user, signed=signed) if signed else None  # type: ignore[arg-type]
    return render(request, "403_csrf.html", {"kept": draft_pk}, status=403)
