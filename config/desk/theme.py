"""Light, dark, or as the system has it: kept in a cookie, so that no page flashes."""

from __future__ import annotations

from django.http import HttpRequest

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
