"""Keeps the workers alive and sweeps up after crashes."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from itertools import takewhile
from typing import NamedTuple, TextIO

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from config import chores, outage
from config.runs import beats, broker, ledger
from config.runs.cluster import Cluster, end_group
from config.runs.lease import host_name
from config.runs.models import Event, Run
from config.runs.services import wake_worker

logger = logging.getLogger(__name__)

HANG_LEASES = 3
"""So many leases in which a run waits, a worker is free and nothing happens: the workers hang."""
SHAKEN_SECONDS = 5
"""The same, when one of their processes died: its successor may wait for a lock for ever."""


def supervise() -> None:
    """Run the workers until SIGTERM or SIGINT; then stop them within about ten seconds.

    Raises AlreadyWorking when another supervisor does so on this data folder.
    """
    stop = threading.Event()
    with beats.held() as lock:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        orphans = beats.noted(lock)
        if orphans:
            end_group(orphans)  # left by a supervisor that was killed
        _Supervisor(lock).work(stop)


class _Supervisor:
    """Has one cluster at a time, or none while the broker is away."""

    def __init__(self, lock: TextIO) -> None:
        self._lock = lock
        self._cluster: Cluster | None = None
        self._told = ""

    def work(self, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                if self._cluster is None:
                    self._start()
                if stop.wait(settings.RUN_SWEEP_SECONDS):
                    return
                fault = _fault(self._cluster)
                if fault and self._cluster:
                    logger.error("%s: starting the workers again", fault)
                    self._cluster.stop()
                    _take_up_from(self._cluster)
                    self._cluster = None
        finally:
            if self._cluster:
                self._cluster.stop()

    def _start(self) -> None:
        """New workers, if the broker answers: without it they would end at once."""
        fault = broker.fault()
        if fault:
            if fault != self._told:
                logger.error("%s; until then no run is worked on here", fault)
            self._told = fault
            return
        self._told = ""
        self._cluster = Cluster(partial(beats.note, self._lock))


def _fault(cluster: Cluster | None) -> str:
    """What is wrong with the workers, after a sweep and what is due; nothing is an empty text."""
    if cluster and cluster.has_died():
        return "the main process of the workers ended"
    try:
        beats.beat()
        shaken = cluster is not None and _is_shaken(cluster)
        if cluster and shaken and not _is_at_work(cluster):
            return "a process of the workers died, and what it held is locked for ever"
        sweep()
        chores.run_due()
        if cluster and _hangs(cluster, shaken):
            return "a run waits and a free worker does not take it"
    except Exception as error:  # noqa: BLE001  # what is away must not end the workers
        outage.log(logger, "the sweep failed; the next one tries again", error)
        connection.close()
    return ""


def _is_shaken(cluster: Cluster) -> bool:
    """Whether one of its processes died that may have held a lock. One that was at work held
    none: its run is let go. And what asks a broker that is away ends, and is started again."""
    cluster.excuse(end_leases(cluster.gone()))
    return cluster.is_shaken() and not broker.fault()


def _hangs(cluster: Cluster, shaken: bool) -> bool:
    """Whether its workers take no run any more."""
    patience = SHAKEN_SECONDS if shaken else unshaken_patience()
    return cluster.up_for() > patience and nobody_takes_a_run(patience)


def _is_at_work(cluster: Cluster) -> bool:
    """Whether one of its living processes holds a run: that one is let finish, if it can."""
    names = [f"{host_name()}:{process.pid}" for process in cluster.crew()]
    return Run.objects.leased().filter(worker__in=names).exists()


def _take_up_from(cluster: Cluster) -> None:
    """What its processes, all gone now, held or were told of: to be worked on again."""
    try:
        end_leases(cluster.gone())
        sweep()
        tell_again()
    except Exception as error:  # noqa: BLE001  # a later sweep does so, too
        outage.log(logger, "the runs of the workers that ended wait for the next sweep", error)
        connection.close()


def unshaken_patience() -> float:
    """Seconds a queued run may wait for a free worker."""
    return float(HANG_LEASES * settings.RUN_LEASE_SECONDS)


def nobody_takes_a_run(patience: float) -> bool:
    """Whether a run waits for a free worker, and for as long no run began or ended.

    Without the last, the moment between two runs of a busy worker would look like a hang.
    """
    reach = timedelta(seconds=patience)
    # What is of a time to come is from before the clock was set back.
    within = Event.objects.filter(created_at__gt=Now() - reach, created_at__lt=Now() + reach)
    return (
        Run.objects.waiting(patience).exists()
        and a_worker_is_free()
        and not within.exclude(kind__in=[Event.Kind.STEP, Event.Kind.MESSAGE]).exists()
        and not broker.fault()  # then no worker hears of it
    )


# Puts right what a crash left behind: the only place that delivers a run again.


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
        ledger.write(run.pk, Event.Kind.CRASHED, worker=run.worker, crashes=crashes, status=status)
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
