"""The visitor's address, behind proxies of ours."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse


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
