"""Nothing typed is lost: a form that arrives after its session ended is brought back."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url

from .drafts import SENT, drafts_of, held_of

_SENT_ON = (301, 302, 303)


class KeepTyped:
    """Answers a form of nobody's with the sign-in page, which carries what was typed; and lets go
    of a draft when the form that was filled from it was taken."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method != "POST" or response.status_code not in _SENT_ON:
            return response
        if request.user.is_authenticated:
            sent = request.POST.get(SENT, "")
            if sent.isascii() and sent.isdigit() and len(sent) < 10:
                drafts_of(request.user).filter(pk=int(sent)).delete()
            return response
        sign_in = urlsplit(response.headers["Location"]).path == resolve_url(settings.LOGIN_URL)
        held = held_of(request) if sign_in else ""
        return sign_in_with(request, held) if held else response


def sign_in_with(request: HttpRequest, held: str) -> HttpResponse:
    """The sign-in page, with what was typed to be carried along."""
    context = {"form": AuthenticationForm(request), "held": held}
    return render(request, "registration/login.html", context, status=403)
