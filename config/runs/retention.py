"""Deletes what need not be kept: the domain's rows hold all that a run produced."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django_q.models import Task

from config.checkpoints import history

from .models import Event, ModelAnswer, Run, Step

Row = TypeVar("Row", bound=models.Model)
AT_ONCE = 2_000
"""The most rows that one pass changes: others wait for the database, too."""
PRUNED_EVENTS = (Event.Kind.STEP, Event.Kind.MESSAGE)
"""Events that are kept: how a run began, crashed and ended."""
BROKER_DAYS = 7
"""Days for the broker's own records of deliveries: the runs hold more."""


def prune_answers() -> int:
    """Delete models' answers that are older than LLM_CACHE_DAYS; returns the number."""
    if not settings.LLM_CACHE_DAYS:
        return 0
    old = ModelAnswer.objects.filter(created_at__lt=_before(settings.LLM_CACHE_DAYS))
    deleted, _models = old.delete()
    return deleted


def prune_steps() -> int:
    """Empty the outputs of steps of runs that were done long ago; returns the number.

    A run that is done is never taken up again, so nothing replays them. The rows stay, with what
    was done and how long it took. A failed run keeps its outputs for a retry.
    """
    if not settings.RUN_STEPS_DAYS:
        return 0
    before = _before(settings.RUN_STEPS_DAYS)
    old = Step.objects.filter(
        run__status=Run.Status.DONE, run__finished_at__lt=before, output__isnull=False
    )
    return _some(old).update(output=None)


def prune_events() -> int:
    """Delete the detailed history of runs that ended long ago; returns the number of events."""
    if not settings.RUN_EVENTS_DAYS:
        return 0
    before = _before(settings.RUN_EVENTS_DAYS)
    old = Event.objects.filter(kind__in=PRUNED_EVENTS, run__finished_at__lt=before)
    return _some(old).delete()[0]


def prune_messages() -> int:
    """Delete the broker's old records of deliveries; returns the number."""
    return _some(Task.objects.filter(stopped__lt=_before(BROKER_DAYS))).delete()[0]


def prune_checkpoints() -> int:
    """Delete the checkpoints of runs that ended RUN_STEPS_DAYS ago, or that are deleted; returns
    the number of attempts."""
    known = history.runs()[:AT_ONCE]
    unexpired = Run.objects.filter(pk__in=known)
    if settings.RUN_STEPS_DAYS:
        unexpired = unexpired.exclude(finished_at__lt=_before(settings.RUN_STEPS_DAYS))
    return history.forget(set(known) - set(unexpired.values_list("pk", flat=True)))


def _before(days: int) -> datetime:
    return timezone.now() - timedelta(days=days)


def _some(rows: models.QuerySet[Row]) -> models.QuerySet[Row]:
    """The oldest of them, up to the limit: SQL has no limit for a change."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return rows.model._default_manager.filter(pk__in=keys)
