"""What the tests of the API share: people with tokens, and clients that speak JSON."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, User
from knox.models import AuthToken
from rest_framework.test import APIClient

ROLES = ("researcher", "reviewer", "admin")


def person(name: str, role: str = "researcher", password: str = "") -> User:
    """An account in the group of its role."""
    user = User.objects.create_user(name, password=password or None)
    user.groups.add(Group.objects.get_or_create(name=role)[0])
    return user


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
