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

from . import beats, chores, worklock
from .cluster import Cluster, end_group
from .models import Event, Run
from .sweeper import a_worker_is_free, sweep

logger = logging.getLogger(__name__)

HANG_LEASES = 3
"""So many leases in which a run waits, a worker is free and nothing happens: the workers hang."""


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
        _keep_working(lock, stop)


def _keep_working(lock: TextIO, stop: threading.Event) -> None:
    cluster = _start(lock)
    try:
        while not stop.wait(settings.RUN_SWEEP_SECONDS):
            fault = _fault(cluster)
            if fault:
                logger.error("%s: starting the workers again", fault)
                cluster.stop()
                cluster = _start(lock)
    finally:
        cluster.stop()


def _start(lock: TextIO) -> Cluster:
    cluster = Cluster()
    worklock.note(lock, cluster.group)
    return cluster


def _fault(cluster: Cluster) -> str:
    """What is wrong with the workers, after a sweep and what is due; nothing is an empty text."""
    if cluster.has_died():
        return "the main process of the workers ended"
    try:
        beats.beat()
        sweep()
        chores.run_due()
        hangs = cluster.up_for() > patience() and nobody_takes_a_run()
    except Exception:  # a database or broker that is away must not end the workers
        logger.exception("the sweep failed; the next one tries again")
        connection.close()
        return ""
    return "a run waits and a free worker does not take it" if hangs else ""


def patience() -> float:
    """Seconds a queued run may wait for a free worker."""
    return float(HANG_LEASES * settings.RUN_LEASE_SECONDS)


def nobody_takes_a_run() -> bool:
    """Whether a run waits for a free worker, and for as long no run began or ended.

    Without the last, the moment between two runs of a busy worker would look like a hang.
    """
    within = Event.objects.filter(created_at__gt=Now() - timedelta(seconds=patience()))
    return (
        Run.objects.waiting(patience()).exists()
        and a_worker_is_free()
        and not within.exclude(kind__in=[Event.Kind.STEP, Event.Kind.MESSAGE]).exists()
    )
