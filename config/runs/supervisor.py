"""Keeps the workers alive and sweeps up after crashes."""

from __future__ import annotations

import logging
import signal
import threading
from datetime import timedelta
from typing import TextIO

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from . import beats, broker, chores, worklock
from .cluster import Cluster, end_group
from .lease import host_name
from .models import Event, Run
from .sweeper import a_worker_is_free, sweep, tell_again

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
        _Supervisor(lock, words_lost=bool(orphans)).work(stop)


class _Supervisor:
    """Has one cluster at a time, or none while the broker is away."""

    def __init__(self, lock: TextIO, words_lost: bool) -> None:
        self._lock = lock
        self._words_lost = words_lost
        self._cluster: Cluster | None = None
        self._told = ""

    def work(self, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                if self._cluster is None:
                    self._start()
                stop.wait(settings.RUN_SWEEP_SECONDS)
                fault = _fault(self._cluster)
                if fault and not stop.is_set():
                    logger.error("%s: starting the workers again", fault)
                    self._end()
        finally:
            self._end()

    def _start(self) -> None:
        """New workers, if the broker answers: without it they would end at once."""
        fault = broker.fault()
        if fault:
            if fault != self._told:
                logger.error("%s; until then no run is worked on here", fault)
            self._told = fault
            return
        self._told = ""
        if self._words_lost:
            _tell_again()
        self._cluster = Cluster()
        worklock.note(self._lock, self._cluster.group)

    def _end(self) -> None:
        if self._cluster is not None:
            self._words_lost = self._cluster.up_for() > 0
            self._cluster.stop()
            self._cluster = None


def _fault(cluster: Cluster | None) -> str:
    """What is wrong with the workers, after a sweep and what is due; nothing is an empty text."""
    if cluster and cluster.has_died():
        return "the main process of the workers ended"
    shaken = cluster is not None and cluster.is_shaken()
    try:
        beats.beat()
        sweep()
        chores.run_due()
        return _hang(cluster, shaken) if cluster else ""
    except Exception:  # a database or broker that is away must not end the workers
        logger.exception("the sweep failed; the next one tries again")
        connection.close()
    return ""


def _hang(cluster: Cluster, shaken: bool) -> str:
    """Why the workers take no run any more, or may not take the next one."""
    if shaken and broker.fault():
        return ""  # that is why: what asks the broker ends, and is started again until it answers
    if shaken and not _is_at_work(cluster):
        return "a process of the workers died, and what it held is locked for ever"
    patience = SHAKEN_SECONDS if shaken else unshaken_patience()
    if cluster.up_for() > patience and nobody_takes_a_run(patience):
        return "a run waits and a free worker does not take it"
    return ""


def _is_at_work(cluster: Cluster) -> bool:
    """Whether one of its living processes holds a run: that one is let finish, if it can."""
    names = [f"{host_name()}:{process.pid}" for process in cluster.crew()]
    return Run.objects.leased().filter(worker__in=names).exists()


def _tell_again() -> None:
    """Of runs that workers now gone may have been told of: that word is lost with them."""
    try:
        tell_again()
    except Exception:  # the sweep does so, too, only later
        logger.exception("waiting runs were not told of again")
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
    )
