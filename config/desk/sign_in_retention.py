"""Lets go of what signing in leaves behind: anyone may try, and each try is a row."""

from __future__ import annotations

from datetime import timedelta

from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.utils import timezone

ATTEMPT_DAYS = 30
"""An attempt counts for minutes; a person may look at it for so long."""


def prune_sessions() -> int:
    """Delete sessions that have expired; how many those were."""
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


def prune_attempts() -> int:
    """Delete failed sign-ins of long ago; how many those were."""
    oldest = timezone.now() - timedelta(days=ATTEMPT_DAYS)
    return int(AccessAttempt.objects.filter(attempt_time__lt=oldest).delete()[0])
