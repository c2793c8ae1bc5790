"""Who looks at the pages: a client of their own for each."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client

from tests.people import person


def client_of(user: User) -> Client:
    """A browser in which a person is signed in."""
    client = Client()
    client.force_login(user)
    return client


def window(name: str, role: str = "researcher") -> Client:
    """A browser of a new person."""
    return client_of(person(name, role))


def text_of(answer: object) -> str:
    """A page's text, as one would search it."""
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]
