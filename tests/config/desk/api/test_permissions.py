"""Who may do what at an address, where reading it is not the question."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from rest_framework.test import APIRequestFactory

from config.desk.api.authentication import ReviewersAdd
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "adds"), [("researcher", False), ("reviewer", True), ("admin", True)]
)
def test_everybody_reads_and_only_a_reviewer_or_an_admin_adds(role: str, adds: bool) -> None:
    request = APIRequestFactory().get("/")
    request.user = person("someone", role)
    may = {
        action: ReviewersAdd().has_permission(request, SimpleNamespace(action=action))
        for action in ("list", "retrieve", "create")
    }
    assert may == {"list": True, "retrieve": True, "create": adds}
