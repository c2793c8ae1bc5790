"""Quotas of runs in the admin."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.runs.errors import QuotaExceeded
from config.runs.models import Run, RunQuota
from config.runs.services import enqueue_run

pytestmark = pytest.mark.django_db
LIST = "admin:runs_runquota_changelist"


@pytest.fixture
def rui() -> User:
    return User.objects.create_user("rui")


def test_a_quota_set_there_holds(admin_client: Client, rui: User) -> None:
    admin_client.post(reverse("admin:runs_runquota_add"), {"user": rui.pk, "runs_per_day": 1})
    enqueue_run(kind="probe", subject_id=1, user=rui, wake=False)
    with pytest.raises(QuotaExceeded):
        enqueue_run(kind="probe", subject_id=1, user=rui, wake=False)


def test_it_shows_how_much_is_used(admin_client: Client, rui: User) -> None:
    RunQuota.objects.create(user=rui, runs_per_day=5)
    Run.objects.create(kind="probe", subject_id=1, created_by=rui)
    Run.objects.create(kind="probe", subject_id=1)
    row = admin_client.get(reverse(LIST)).context["cl"].result_list[0]
    assert row.started == 1


def test_a_second_quota_for_a_person_is_refused(admin_client: Client, rui: User) -> None:
    RunQuota.objects.create(user=rui, runs_per_day=5)
    answer = admin_client.post(
        reverse("admin:runs_runquota_add"), {"user": rui.pk, "runs_per_day": 9}
    )
    assert "already exists" in str(answer.context["adminform"].form.errors)


def test_the_list_takes_no_more_queries_for_more_quotas(admin_client: Client, rui: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as taken:
            admin_client.get(reverse(LIST))
        return len(taken)

    RunQuota.objects.create(user=rui, runs_per_day=5)
    few = queries()
    for number in range(10):
        user = User.objects.create_user(f"p{number}")
        RunQuota.objects.create(user=user, runs_per_day=number)
    assert queries() == few
