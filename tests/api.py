"""What the tests of the API share: clients that speak JSON, with tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.urls import URLPattern, get_resolver
from knox.models import AuthToken
from rest_framework.test import APIClient

ROLES = ("researcher", "reviewer", "admin")
APPS = ("hypotheses", "trading")


def client(user: User | None = None, language: str = "en") -> APIClient:
    """A client of the API, with a token of the user."""
    found = APIClient(HTTP_ACCEPT_LANGUAGE=language)
    found.default_format = "json"
    if user is not None:
        _row, secret = AuthToken.objects.create(user=user)
        found.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
    return found


def wrong(answer: Any, status: int, code: str, attr: str | None = None) -> str:
    """The sentence of an answer that holds this one error, in the shape of all errors."""
    body = answer.json()
    assert answer.status_code == status, body
    assert answer["Content-Type"] == "application/json"
    assert set(body) - {"current"} == {"type", "errors"}
    (error,) = body["errors"]
    assert (error["code"], error["attr"]) == (code, attr), body
    return str(error["detail"])


def addresses(app: str = "") -> dict[str, str]:
    """Every address below /api/ whose view is of an app, by name; without one, of none."""
    return {
        name: pattern
        for name, pattern, module in _addresses(get_resolver().url_patterns, "")
        if app == next((each for each in APPS if module.startswith(f"{each}.")), "")
    }


def paths(app: str = "") -> set[str]:
    """The same, as the schema writes them."""
    places = (("<int:pk>", "{id}"), ("<slug:name>", "{name}"), ("<slug:prefix>", "{prefix}"))
    found = set(addresses(app).values())
    for ours, theirs in places:
        found = {pattern.replace(ours, theirs) for pattern in found}
    return found


def _addresses(patterns: list[Any], prefix: str) -> Iterator[tuple[str, str, str]]:
    for entry in patterns:
        whole = prefix + str(entry.pattern)
        if not isinstance(entry, URLPattern):
            yield from _addresses(entry.url_patterns, whole)
        elif whole.startswith("api/"):
            view = getattr(entry.callback, "cls", entry.callback)
            yield str(entry.name), "/" + whole.replace("^", "nowhere"), str(view.__module__)
