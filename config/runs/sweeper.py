"""Puts right what a crash left behind: the only place that delivers a run again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from itertools import takewhile
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from . import journal
from .lease import host_name
from .models import Event, Run
from .services import wake_worker


class Swept(NamedTuple):
    """Ids of the runs that were found orphaned, and of those a worker was told of again."""

    orphans: list[int]
    woken: list[int]


def sweep() -> Swept:
    """Take back runs whose lease expired, and tell a free worker of runs that wait.

    An orphaned run goes back to the queue with one crash more; past RUN_MAX_CRASHES it is dead,
    and one that was to be cancelled is cancelled.
    """
    orphans = [run.pk for run in Run.objects.expired() if _take_back(run)]
    requeued = Run.objects.filter(pk__in=orphans, status=Run.Status.QUEUED)
    return Swept(orphans, _wake([*requeued.values_list("pk", flat=True), *_unheard()]))


def end_leases(pids: Iterable[int]) -> set[int]:
    """Let go at once of what processes of this host held that are no more; which of them did."""
    names = {f"{host_name()}:{pid}": pid for pid in pids}
    left = Run.objects.filter(status=Run.Status.RUNNING, worker__in=names)
    held = {names[worker] for worker in left.values_list("worker", flat=True)}
    if held:
        left.update(lease_until=Now() - timedelta(seconds=1))
    return held


def tell_again() -> list[int]:
    """Tell of the runs that have waited longest, as many as workers may have taken word of."""
    waiting = Run.objects.filter(status=Run.Status.QUEUED).order_by("queued_at", "id")
    # One at each worker, one for each in their queue, one at whoever fills it.
    return _wake(list(waiting.values_list("pk", flat=True)[: 2 * settings.WORKERS + 1]))


def a_worker_is_free() -> bool:
    """Whether fewer runs are being worked on here than this host has workers.

    Other hosts are not looked at: their load is no reason to leave a lost message lying.
    """
    return Run.objects.leased().on_host(host_name()).count() < settings.WORKERS


@transaction.atomic
def _take_back(run: Run) -> bool:
    """False when the run is not orphaned any more: its process, or another, was faster; or when
    somebody writes to it: a frozen or cut-off process keeps its row locked for a while."""
    expired = Run.objects.expired().filter(pk=run.pk, fence=run.fence)
    if not list(expired.select_for_update(skip_locked=True).values_list("pk")):
        return False
    crashes = run.crashes + 1
    error = ""
    if run.cancel_requested_at:
        status = Run.Status.CANCELLED
    elif crashes > settings.RUN_MAX_CRASHES:
        status = Run.Status.DEAD
        error = _("given up: the worker died %(crashes)s times") % {"crashes": crashes}
    else:
        status = Run.Status.QUEUED
    changed = expired.update(
        status=status,
        crashes=F("crashes") + 1,
        lease_until=None,
        error=error,
        queued_at=Now(),
        woken_at=Now(),
        finished_at=None if status == Run.Status.QUEUED else Now(),
    )
    if changed:
        journal.write(run.pk, Event.Kind.CRASHED, worker=run.worker, crashes=crashes, status=status)
    return bool(changed)


def _unheard() -> list[int]:
    """Runs queued with no word to a worker for a lease's length, while a worker is free.

    Their first word was lost with a crash, or never sent. Under full load the broker's own queue
    holds them: no need to fill it again.
    """
    if not a_worker_is_free():
        return []
    waiting = Run.objects.unheard(settings.RUN_LEASE_SECONDS).order_by("id")
    return list(waiting.values_list("pk", flat=True)[: settings.WORKERS])


def _wake(run_ids: list[int]) -> list[int]:
    """Those that a worker was told of. A broker that is away is not asked for each of them, which
    takes seconds: the next sweep tells of the others."""
    told = list(takewhile(wake_worker, run_ids))
    Run.objects.filter(pk__in=told).update(woken_at=Now())
    return told
