"""What signing in leaves behind is let go."""

from __future__ import annotations

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.utils import timezone

from config import chores
from config.desk.sign_in import prune_attempts, prune_sessions

pytestmark = pytest.mark.django_db


def test_sessions_that_have_expired() -> None:
    for name, days in (("old", -1), ("young", 1)):
        ends = timezone.now() + timedelta(days=days)
        Session.objects.create(session_key=name, session_data="", expire_date=ends)
    assert prune_sessions() == 1
    assert list(Session.objects.values_list("pk", flat=True)) == ["young"]


def test_failed_sign_ins_of_long_ago() -> None:
    for name, days in (("old", 31), ("young", 29)):
        row = AccessAttempt.objects.create(username=name, failures_since_start=1)
        when = timezone.now() - timedelta(days=days)
        AccessAttempt.objects.filter(pk=row.pk).update(attempt_time=when)
    assert prune_attempts() == 1
    assert list(AccessAttempt.objects.values_list("username", flat=True)) == ["young"]


def test_the_supervisor_does_both() -> None:
    assert {"expired sessions", "failed sign-ins"} <= set(chores.chores)
