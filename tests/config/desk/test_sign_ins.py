"""Failed sign-ins in the admin."""

from __future__ import annotations

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.fixture
def attempt() -> AccessAttempt:
    return AccessAttempt.objects.create(
        username="rui", ip_address="10.0.0.7", path_info="/sign-in/", failures_since_start=5,
        get_data="", post_data="password=hunter2", user_agent="x",
    )  # fmt: skip


def test_who_is_locked_out_is_shown_without_what_was_typed(
    admin_client: Client, attempt: AccessAttempt
) -> None:
    listed = admin_client.get(reverse("admin:axes_accessattempt_changelist")).text
    shown = admin_client.get(reverse("admin:axes_accessattempt_change", args=[attempt.pk])).text
    assert "locked out" in listed
    assert "hunter2" not in listed + shown


def test_a_person_is_let_in_again(admin_client: Client, attempt: AccessAttempt) -> None:
    address = reverse("admin:axes_accessattempt_act_let_in") + f"?rows={attempt.pk}"
    answer = admin_client.post(address)
    assert answer.status_code == 302
    assert not AccessAttempt.objects.exists()
