"""What every response to a browser gets: content policy, request id, cache rules, client
address."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.core import checks
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from config import logs

_SELF = ["'self'"]

# What the admin needs beyond the policy below, and no other page has (ADR 0007).
ADMIN_CSP = {"script-src": ["'unsafe-eval'"], "style-src-attr": ["'unsafe-inline'"]}


def csp() -> dict[str, Any]:
    """The content security policy of every page: own files only, nothing inline."""
    return {
        "DIRECTIVES": {
            "default-src": _SELF,
            "script-src": _SELF,
            "style-src": _SELF,
            "img-src": ["'self'", "data:"],
            "object-src": ["'none'"],
            "base-uri": _SELF,
            "form-action": _SELF,
            "frame-ancestors": ["'none'"],
        },
    }


# An id for each request, in the logs and in the response.

HEADER = "X-Request-ID"
_KNOWN = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestId:
    """Takes the id that a proxy sent in X-Request-ID, if it is a plain one, or makes one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        name = given if _KNOWN.fullmatch(given) else uuid.uuid4().hex
        with logs.at_work(request=name):
            response = self.get_response(request)
        response.headers[HEADER] = name
        return response


# A person's pages are not cached.


def page_above(path: str) -> str:
    """The nearest address above one that only accepts a form: the page with that form."""
    above = path
    while above != "/":
        above = above.rstrip("/").rpartition("/")[0] + "/"
        with suppress(Resolver404):
            resolve(above)
            return above
    return above


class MethodPage:
    """Opening an address that only accepts a form shows a page of ours, with a way on.

    Other methods, and answers with content of their own, as those of the API, are unchanged.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        browses = request.method == "GET" and request.accepts("text/html")
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content or not browses:
            return response
        way_back = {"back": page_above(request.path)}
        page = render(request, "405.html", way_back, status=response.status_code)
        page.headers["Allow"] = response.headers["Allow"]
        return page


class Private:
    """No cache stores a page that was made for a session; a browser drops its pages on signing out.

    Cookies are not cleared: that would reach other sites of the same domain, and the language that
    a reader chose. The session's own is gone already. Static files do not come through here; a
    response with cache rules of its own is left alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES
        response = self.get_response(request)
        if signed_in or settings.SESSION_COOKIE_NAME in response.cookies:
            # A refused form is where a person returns to correct it: a browser must keep it.
            caching = "no-store" if request.method in ("GET", "HEAD") else "private"
            response.headers.setdefault("Cache-Control", caching)
        if request.method == "POST" and request.path == reverse("logout"):
            response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response


# The visitor's address, behind proxies.


class ClientAddress:
    """Puts the visitor's address into REMOTE_ADDR: lock-out, limits and logs use only that.

    Each of our CRIVO_PROXIES appends the address of its client to X-Forwarded-For; what stands
    before those may be made up.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = visitor(request.headers.get("X-Forwarded-For", ""), settings.PROXIES)
        if found:
            request.META["REMOTE_ADDR"] = found
        return self.get_response(request)


def visitor(forwarded: str, proxies: int) -> str:
    """The address of the first proxy's client; empty when it is missing."""
    addresses = forwarded.split(",")
    if not 0 < proxies <= len(addresses):
        return ""
    try:
        return str(ip_address(addresses[-proxies].strip()))
    except ValueError:
        return ""


def complaint() -> str:
    """What is wrong with CRIVO_PROXIES and the other settings; empty when nothing is."""
    if settings.HTTPS and not settings.PROXIES:
        return _("CRIVO_HTTPS=true, but no proxy is counted: everybody has the proxy's address")
    return ""


def mend() -> str:
    return _("set CRIVO_PROXIES to the number of proxies before the web server (Caddy alone: 1)")


def check(**_options: object) -> list[checks.CheckMessage]:
    """For Django's checks at the start of a command."""
    found = complaint()
    return [checks.Warning(found, hint=mend(), id="crivo.W001")] if found else []
