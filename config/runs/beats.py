"""The beat of each host's supervisor: who is there to work, seen from anywhere."""

from __future__ import annotations

import os
from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Now

from .lease import host_name
from .models import WorkerHost

MISSED = 6
"""Sweeps without a beat after which a host counts as gone; never less than a lease."""


def beat() -> None:
    """This host's supervisor is at work."""
    values = {"supervisor": os.getpid(), "workers": settings.WORKERS, "seen_at": Now()}
    WorkerHost.objects.update_or_create(name=host_name(), defaults=values)


def alive() -> QuerySet[WorkerHost]:
    """The hosts whose supervisor was heard of lately, by the database's clock.

    Not in a time to come: that was before the clock was set back.
    """
    seconds = max(MISSED * settings.RUN_SWEEP_SECONDS, settings.RUN_LEASE_SECONDS)
    patience = timedelta(seconds=seconds)
    return WorkerHost.objects.filter(seen_at__gt=Now() - patience, seen_at__lt=Now() + patience)


def forget_gone(days: int = 7) -> int:
    """Forget hosts that were not heard of for long; how many those were."""
    gone, _models = WorkerHost.objects.filter(seen_at__lt=Now() - timedelta(days=days)).delete()
    return gone
