"""Language and theme: kept with the account, and in a cookie, so that no page flashes."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.desk.drafts import drafts_of
from config.desk.inbox import offered
from config.desk.models import Draft, Preference
from config.desk.roles import NAMES, role_of

COOKIE = "theme"
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """The theme that the reader chose; `auto` without a choice."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else THEMES[0]


def chosen(request: HttpRequest) -> str | None:
    """The theme for pages that choose themselves when the reader did not."""
    theme = theme_of(request)
    return None if theme == THEMES[0] else theme


COOKIES = {"language": settings.LANGUAGE_COOKIE_NAME, "theme": COOKIE}
CHOICES = {"language": tuple(dict(settings.LANGUAGES)), "theme": THEMES}


def choose(*, user: Any, answer: HttpResponse, name: str, value: str) -> None:
    """Every page from now on as chosen; what there is not to choose changes nothing."""
    if value not in CHOICES[name]:
        return
    set_cookie(answer, COOKIES[name], value)
    if user.is_authenticated:
        Preference.objects.update_or_create(user=user, defaults={name: value})


def restore(*, user: Any, answer: HttpResponse) -> None:
    """To a browser that somebody signs in with, what they chose at another one."""
    kept = Preference.objects.filter(user=user).first()
    for name in COOKIES if kept else ():
        if value := getattr(kept, name):
            set_cookie(answer, COOKIES[name], value)


def set_cookie(answer: HttpResponse, name: str, value: str) -> None:
    """A choice of the reader's, for a year."""
    answer.set_cookie(
        name, value, max_age=YEAR, samesite="Strict", httponly=True, secure=settings.HTTPS
    )


# What every page knows: who reads it, in which role and theme, and what was typed for it.


def desk(request: HttpRequest) -> dict[str, Any]:
    """`role` of the reader (empty when not signed in), its `role_name`, the `theme`, the
    `kept_draft` that the address names, and the act that may be taken back (`undo_offer`)."""
    role = role_of(request.user) if hasattr(request, "user") else ""
    return {
        "role": role,
        "role_name": NAMES.get(role, ""),
        "theme": theme_of(request),
        "kept_draft": _draft(request) if role else None,
        "undo_offer": offered(request) if role else None,
    }


def _draft(request: HttpRequest) -> Draft | None:
    asked = request.GET.get("draft", "")
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        return None
    return drafts_of(request.user).filter(pk=int(asked)).first()
