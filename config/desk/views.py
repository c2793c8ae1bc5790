"""The inbox, and what a reader chooses for every page."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from . import theme
from .inbox import TITLES, waiting_for


@login_required
@require_GET
def inbox(request: HttpRequest) -> HttpResponse:
    """What waits for the reader."""
    groups = [(need, TITLES[need], items) for need, items in waiting_for(request.user).items()]
    context = {"groups": groups, "shown": f":{settings.INBOX_SIZE}"}
    return render(request, "desk/inbox.html", context)


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Every page from now on in `language`; an unknown one changes nothing."""
    chosen = request.POST.get("language", "")
    answer = _back(request)
    if chosen in dict(settings.LANGUAGES):
        _remember(answer, settings.LANGUAGE_COOKIE_NAME, chosen)
    return answer


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Every page from now on in `theme`; an unknown one changes nothing."""
    chosen = request.POST.get("theme", "")
    answer = _back(request)
    if chosen in theme.THEMES:
        _remember(answer, theme.COOKIE, chosen)
    return answer


def _remember(answer: HttpResponse, name: str, value: str) -> None:
    answer.set_cookie(
        name, value, max_age=theme.YEAR, samesite="Strict", httponly=True, secure=settings.HTTPS
    )


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """Back to the page that asked, if it is one of ours."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(
        page, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(page if ours else reverse("inbox"))
