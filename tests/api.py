"""What the tests of the API share: clients that speak JSON, with tokens."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from knox.models import AuthToken
from rest_framework.test import APIClient

ROLES = ("researcher", "reviewer", "admin")


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
