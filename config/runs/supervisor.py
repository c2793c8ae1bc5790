"""Keeps the workers alive and sweeps up after crashes."""

from __future__ import annotations

import logging
import signal
import threading
from datetime import timedelta
from functools import partial
from typing import TextIO

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from config import chores, outage

from . import beats, broker, worklock
from .cluster import Cluster, end_group
from .lease import host_name
from .models import Event, Run
from .sweeper import a_worker_is_free, end_leases, sweep, tell_again

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
    with worklock.held() as lock:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        orphans = worklock.noted(lock)
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
        self._cluster = Cluster(partial(worklock.note, self._lock))


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
