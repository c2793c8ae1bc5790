"""People, each with a client of their own."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.people import person


def signed_in(name: str, role: str) -> Client:
    user = person(name, role)
    client = Client(raise_request_exception=True)
    client.force_login(user)
    client.user = user  # type: ignore[attr-defined]
    return client


@pytest.fixture
def ana(db: None) -> Client:
    """A researcher."""
    return signed_in("ana", "researcher")


@pytest.fixture
def eva(db: None) -> Client:
    """Another researcher."""
    return signed_in("eva", "researcher")


@pytest.fixture
def rita(db: None) -> Client:
    """A reviewer."""
    return signed_in("rita", "reviewer")


@pytest.fixture
def root(db: None) -> Client:
    """An admin."""
    return signed_in("root", "admin")
