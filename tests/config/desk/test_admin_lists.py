"""Lists of the admin: what is the same for all rows is not worked out for each."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve, reverse

from hypotheses.models import Hypothesis

pytestmark = pytest.mark.django_db


def test_a_row_keeps_the_filters_of_its_list_without_resolving_its_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(User.objects.create_superuser("ada"))
    row = Hypothesis.objects.create(text="An idea", language="en")
    resolved: list[str] = []

    def counted(path: str, *rest: Any) -> Any:
        resolved.append(path)
        return resolve(path, *rest)

    monkeypatch.setattr("django.contrib.admin.templatetags.admin_urls.resolve", counted)
    page = client.get(reverse("admin:hypotheses_hypothesis_changelist") + "?status=failed").text
    address = reverse("admin:hypotheses_hypothesis_change", args=[row.pk])
    assert f'href="{address}?_changelist_filters=status%3Dfailed"' in page
    assert address not in resolved
