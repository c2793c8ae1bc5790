"""What a person reads stays with that person."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse


class Private:
    """No cache keeps a page that was made for a session; a browser forgets pages on signing out.

    Cookies are not cleared: that would reach other sites of the same domain, and the language that
    a reader chose. The session's own is gone already.

    Static files come from before this; what says itself how long it may be kept is left alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES
        response = self.get_response(request)
        if signed_in or settings.SESSION_COOKIE_NAME in response.cookies:
            # The answer to a form is where a person goes back to mend it: a browser must have it.
            kept = "no-store" if request.method in ("GET", "HEAD") else "private"
            response.headers.setdefault("Cache-Control", kept)
        if request.method == "POST" and request.path == reverse("logout"):
            response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response
