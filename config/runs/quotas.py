"""How many runs a person may start within a day."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models.functions import Now
from django.utils.translation import ngettext

from .errors import QuotaExceeded
from .models import Run, RunQuota
from .querysets import RunQuerySet

_DAY = timedelta(hours=24)


def allowed(user: User) -> int:
    """How many runs a person may start within 24 hours."""
    own = RunQuota.objects.filter(user=user).values_list("runs_per_day", flat=True).first()
    return settings.RUNS_PER_DAY if own is None else own


def started_lately() -> RunQuerySet:
    """The runs that count against quotas."""
    return Run.objects.filter(created_at__gte=Now() - _DAY)


def check_quota(user: User) -> None:
    """Raises QuotaExceeded for a person who started as many runs as allowed in 24 hours."""
    limit = allowed(user)
    started = started_lately().filter(created_by=user).count()
    if started >= limit:
        said = ngettext(
            "your quota of %(count)s run within 24 hours is used up: try later, or ask an admin",
            "your quota of %(count)s runs within 24 hours is used up: try later, or ask an admin",
            limit,
        )
        raise QuotaExceeded(said % {"count": limit})
