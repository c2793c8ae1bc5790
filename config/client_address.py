"""The visitor's address, behind proxies of ours."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.core import checks
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _


class ClientAddress:
    """Puts the visitor's address in REMOTE_ADDR: lock-out, limits and logs look there alone.

    Each of our CRIVO_PROXIES adds the address it was asked from to X-Forwarded-For; what stands
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
    """The address that the first of our proxies was asked from; empty when it is not there."""
    addresses = forwarded.split(",")
    if not 0 < proxies <= len(addresses):
        return ""
    try:
        return str(ip_address(addresses[-proxies].strip()))
    except ValueError:
        return ""


def complaint() -> str:
    """What is wrong with CRIVO_PROXIES beside the other settings; empty when nothing is."""
    if settings.HTTPS and not settings.PROXIES:
        return _("CRIVO_HTTPS=true, but no proxy is counted: everybody has the proxy's address")
    return ""


def mend() -> str:
    return _("set CRIVO_PROXIES to the number of proxies before the web server (Caddy alone: 1)")


def check(**_options: object) -> list[checks.CheckMessage]:
    """For Django's checks at the start of a command."""
    said = complaint()
    return [checks.Warning(said, hint=mend(), id="crivo.W001")] if said else []
