"""Quotas: how many runs a person may start within a day."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.errors import QuotaExceeded
from config.runs.models import Run, RunQuota
from config.runs.services import enqueue_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana")


def start(user: User | None) -> Run:
    return enqueue_run(kind="probe", subject_id=1, user=user, wake=False)


def test_the_settings_say_how_many(settings, ana):
    settings.RUNS_PER_DAY = 1
    start(ana)
    with pytest.raises(QuotaExceeded, match="your quota of 1 run within 24 hours is used up"):
        start(ana)
    assert Run.objects.count() == 1


def test_a_quota_of_ones_own_goes_before(settings, ana):
    settings.RUNS_PER_DAY = 0
    RunQuota.objects.create(user=ana, runs_per_day=2)
    start(ana)
    start(ana)
    with pytest.raises(QuotaExceeded, match="your quota of 2 runs"):
        start(ana)


def test_a_quota_of_none_allows_none(ana):
    RunQuota.objects.create(user=ana, runs_per_day=0)
    with pytest.raises(QuotaExceeded):
        start(ana)


def test_yesterdays_runs_do_not_count(settings, ana):
    settings.RUNS_PER_DAY = 1
    Run.objects.filter(pk=start(ana).pk).update(created_at=timezone.now() - timedelta(hours=25))
    assert start(ana).status == Run.Status.QUEUED


def test_the_runs_of_others_and_of_nobody_do_not_count(settings, ana):
    settings.RUNS_PER_DAY = 1
    start(User.objects.create_user("bea"))
    start(None)
    start(None)
    start(ana)
