"""Keeps the workers alive and sweeps up after crashes."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TextIO

import psutil
from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from config import chores, outage
from config.runs import beats, broker, worklock
from config.runs.lease import host_name
from config.runs.models import Event, Run
from config.runs.sweeper import a_worker_is_free, end_leases, sweep, tell_again

# A `qcluster` process group: started in a session of its own, so that it can be ended whole.
# django-q2 cannot be trusted to end itself: killing a worker can leave the rest waiting for a
# lock for ever, and killing its sentinel leaves workers that nobody watches.

STOP_SECONDS = 10
START_SECONDS = 60  # a main process without workers by then is taken for started


class Cluster:
    """One started `manage.py qcluster`."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._up_since = 0.0
        self._crew: set[psutil.Process] = set()
        self._known_to_end = False
        # Our own interpreter and script: nothing here comes from outside.
        self._main = subprocess.Popen(  # noqa: S603
            [sys.executable, str(settings.SHIPPED_DIR / "manage.py"), "qcluster", "--skip-checks"],
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
            start_new_session=True,
        )

    @property
    def group(self) -> int:
        """The id of the process group, which is that of its main process."""
        return self._main.pid

    def up_for(self) -> float:
        """Seconds since its workers were first seen: loading takes a busy machine its time."""
        now = time.monotonic()
        if not self._up_since and (_followers(self.group) or now - self._begun > START_SECONDS):
            self._up_since = now
        return now - self._up_since if self._up_since else 0.0

    def has_died(self) -> bool:
        """Whether the main process ended. It does so when its sentinel dies, with exit code 0."""
        return self._main.poll() is not None

    def crew(self) -> set[psutil.Process]:
        """Its sentinel and what that started: workers, pusher, monitor. The living ones."""
        try:
            sentinels = self._sentinels()
            started = [each for sentinel in sentinels for each in sentinel.children()]
            return {each for each in (*sentinels, *started) if _lives(each)}
        except psutil.NoSuchProcess:
            return set()  # its sentinel ended while we looked

    def _sentinels(self) -> list[psutil.Process]:
        try:
            return psutil.Process(self.group).children()
        except psutil.NoSuchProcess:
            return []

    def gone(self) -> list[int]:
        """The ids of those of the crew that were there at an earlier look and are no more."""
        living = self.crew()
        self._crew |= living
        gone = self._crew - living
        self._known_to_end = self._known_to_end or bool(gone)
        return [each.pid for each in gone if not _lives_by(each.pid)]

    def excuse(self, pids: Iterable[int]) -> None:
        """These did no harm by ending."""
        harmless = set(pids)
        self._crew = {each for each in self._crew if each.pid not in harmless}

    def is_shaken(self) -> bool:
        """Whether one ended without excuse: whoever took its place may wait for ever for the lock
        of a queue that it died with. Also if that was before anybody looked."""
        if self._crew - self.crew():
            return True
        return not self._known_to_end and any(map(has_waited, self._sentinels()))

    def stop(self) -> None:
        """End the group: SIGTERM, on which workers give their runs back; SIGKILL after 10 s."""
        end_group(self.group)
        self._main.wait()


def end_group(group: int) -> None:
    """End the `qcluster` processes of a group, if there are any left. Returns within ~10 s.

    Only the workers are waited for: the main process, its sentinel gone, waits for ever.
    """
    if not members(group):
        return
    _signal(group, signal.SIGTERM)
    _signal(group, signal.SIGCONT)  # a stopped process takes no other signal
    deadline = time.monotonic() + STOP_SECONDS
    while _followers(group) and time.monotonic() < deadline:
        time.sleep(0.1)
    if members(group):
        _signal(group, signal.SIGKILL)


def members(group: int) -> list[psutil.Process]:
    """The living `qcluster` processes of a group; the number may be another program's by now."""
    return [process for process in psutil.process_iter() if _belongs(process, group)]


def _followers(group: int) -> list[psutil.Process]:
    return [process for process in members(group) if process.pid != group]


def _belongs(process: psutil.Process, group: int) -> bool:
    try:
        return (
            os.getpgid(process.pid) == group and _lives(process) and "qcluster" in process.cmdline()
        )
    except (psutil.Error, ProcessLookupError):
        return False  # it ended while we looked


def has_waited(process: psutil.Process) -> bool:
    """Whether a child of it ended, ever: the kernel counts the page faults of such children."""
    try:
        stat = Path(f"/proc/{process.pid}/stat").read_text()
    except OSError:  # it ended, or this is not Linux
        return False
    return int(stat.rpartition(")")[2].split()[8]) > 0


def _lives_by(pid: int) -> bool:
    try:
        return _lives(psutil.Process(pid))
    except psutil.NoSuchProcess:
        return False


def _lives(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _signal(group: int, signum: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it may have ended by itself meanwhile
        os.killpg(group, signum)


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
        self._cluster = Cluster()
        worklock.note(self._lock, self._cluster.group)


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
    )
