"""Keeps the workers alive and cleans up after crashes.

A `qcluster` process group is started in a session of its own, so that all of it can be ended:
django-q2 does not always end itself. Killing a worker can leave the rest waiting for a lock for
ever, and killing its sentinel leaves workers that nothing supervises.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, TextIO

import psutil
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from config import chores, outage
from config.runs import beats, broker, ledger
from config.runs.lease import host_name
from config.runs.models import Event, Run
from config.runs.services import wake_worker

STOP_SECONDS = 10
START_SECONDS = 60  # seconds after which a main process without workers counts as started


class Cluster:
    """One started `manage.py qcluster`. Before it begins, its process records (`note`) its
    group's id, so that a later supervisor knows it even if this one is killed."""

    def __init__(self, note: Callable[[int], object]) -> None:
        self._begun = time.monotonic()
        self._up_since = 0.0
        self._crew: set[psutil.Process] = set()
        self._living: set[psutil.Process] = set()
        self._sentinels: list[psutil.Process] = []
        self._known_to_end = False
        # Our own interpreter and script: no part of it comes from outside.
        self._main = subprocess.Popen(  # noqa: S603
            [sys.executable, str(settings.SHIPPED_DIR / "manage.py"), "qcluster", "--skip-checks"],
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
            start_new_session=True,
            preexec_fn=lambda: note(os.getpid()),  # noqa: PLW1509  # there are no threads here
        )

    @property
    def group(self) -> int:
        """The id of the process group, which is that of its main process."""
        return self._main.pid

    def up_for(self) -> float:
        """Seconds since its workers were first seen: on a busy machine loading takes long."""
        now = time.monotonic()
        if not self._up_since and (_followers(self.group) or now - self._begun > START_SECONDS):
            self._up_since = now
        return now - self._up_since if self._up_since else 0.0

    def has_died(self) -> bool:
        """Whether the main process has ended. It ends when its sentinel dies, with exit code 0."""
        return self._main.poll() is not None

    def crew(self) -> set[psutil.Process]:
        """The living processes of its sentinel: itself, workers, pusher, monitor."""
        return self._look()[1]

    def _look(self) -> tuple[list[psutil.Process], set[psutil.Process]]:
        """Its sentinel, one or none, and its crew; one look through the system's processes."""
        parents: dict[psutil.Process, int] = {}
        with suppress(psutil.NoSuchProcess):  # its main process ended
            for each in psutil.Process(self.group).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    parents[each] = each.ppid()
        sentinels = [each for each, parent in parents.items() if parent == self.group]
        above = {self.group, *(each.pid for each in sentinels)}
        crew = {each for each, parent in parents.items() if parent in above and _lives(each)}
        return sentinels, crew

    def gone(self) -> list[int]:
        """The ids of processes that an earlier look found and that are gone."""
        self._sentinels, self._living = self._look()
        self._crew |= self._living
        gone = self._crew - self._living
        self._known_to_end = self._known_to_end or bool(gone)
        return [each.pid for each in gone if not _lives_by(each.pid)]

    def excuse(self, pids: Iterable[int]) -> None:
        """Processes whose end did no harm."""
        harmless = set(pids)
        self._crew = {each for each in self._crew if each.pid not in harmless}

    def is_shaken(self) -> bool:
        """Whether a process that `gone` looked for ended otherwise: it may have died with the lock
        of a queue, and its replacement would wait for ever. Processes that ended before the first
        look count, too."""
        if self._crew - self._living:
            return True
        return not self._known_to_end and any(map(has_waited, self._sentinels))

    def stop(self) -> None:
        """End the group: SIGTERM, on which workers give their runs back; SIGKILL after 10 s."""
        end_group(self.group)
        self._main.kill()  # while loading, it is not seen in the group
        self._main.wait()


def end_group(group: int) -> None:
    """End the remaining `qcluster` processes of a group. Returns within ~10 s.

    Only the workers are waited for: the main process, without its sentinel, never ends by itself.
    """
    if not members(group):
        return
    _signal(group, signal.SIGTERM)
    _signal(group, signal.SIGCONT)  # a stopped process handles no other signal
    deadline = time.monotonic() + STOP_SECONDS
    while _followers(group) and time.monotonic() < deadline:
        time.sleep(0.1)
    if members(group):
        _signal(group, signal.SIGKILL)


def members(group: int) -> list[psutil.Process]:
    """The living `qcluster` processes of a group; by now the number may be another program's."""
    return [process for process in psutil.process_iter() if _belongs(process, group)]


def _followers(group: int) -> list[psutil.Process]:
    return [process for process in members(group) if process.pid != group]


def _belongs(process: psutil.Process, group: int) -> bool:
    try:
        return (
            os.getpgid(process.pid) == group and _lives(process) and "qcluster" in process.cmdline()
        )
    except (psutil.Error, ProcessLookupError):
        return False  # it ended meanwhile


def has_waited(process: psutil.Process) -> bool:
    """Whether a child of it ever ended: the kernel counts the page faults of ended children."""
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
"""Leases without any progress, while a run waits and a worker is free, after which the workers
count as hung."""
MOST_LEASES = 16 * HANG_LEASES  # the longest patience, where new workers take no run either
SHAKEN_SECONDS = 5
"""The same, when one of their processes died: its replacement may wait for a lock for ever."""


def supervise() -> None:
    """Run the workers until SIGTERM or SIGINT; then stop them within about ten seconds. Raises
    AlreadyWorking when another supervisor works on this data folder."""
    stop = threading.Event()
    with beats.worker_lock() as lock:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        orphans = beats.noted(lock)
        if orphans:
            end_group(orphans)  # left by a supervisor that was killed
        _Supervisor(lock).work(stop)


class _Supervisor:
    """Runs one cluster at a time, or none while the broker is unavailable."""

    def __init__(self, lock: TextIO) -> None:
        self._lock = lock
        self._cluster: Cluster | None = None
        self._reported_fault = ""
        self._patience = PickupPatience()

    def work(self, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                if self._cluster is None:
                    self._start()
                if stop.wait(settings.RUN_SWEEP_SECONDS):
                    return
                fault = _fault(self._cluster, self._patience)
                if fault and self._cluster:
                    logger.error("%s: starting the workers again", fault)
                    self._cluster.stop()
                    _take_up_from(self._cluster)
                    self._cluster = None
        finally:
            if self._cluster:
                self._cluster.stop()

    def _start(self) -> None:
        """Start new workers, if the broker answers: without it they would end at once."""
        fault = broker.fault()
        if fault:
            if fault != self._reported_fault:
                logger.error("%s; until then no run is worked on here", fault)
            self._reported_fault = fault
            return
        self._reported_fault = ""
        self._cluster = Cluster(partial(beats.note, self._lock))


def _fault(cluster: Cluster | None, patience: PickupPatience) -> str:
    """The fault of the workers, after a sweep and the chores that are due; empty for none."""
    if cluster and cluster.has_died():
        return "the main process of the workers ended"
    try:
        beats.beat()
        shaken = cluster is not None and _is_shaken(cluster)
        if cluster and shaken and not _is_at_work(cluster):
            return "a process of the workers died, and what it held is locked for ever"
        sweep()
        chores.run_due()
        if cluster and patience.is_over(up_for=cluster.up_for(), shaken=shaken):
            return "a run waits and a free worker does not take it"
    except Exception as error:  # noqa: BLE001  # what is away must not end the workers
        outage.log(logger, "the sweep failed; the next one tries again", error)
        connection.close()
    return ""


def _is_shaken(cluster: Cluster) -> bool:
    """Whether one of its processes died that may have held a lock. A process that was working on
    a run held none: its run is released. And a process that ends because the broker is
    unavailable is started again."""
    cluster.excuse(end_leases(cluster.gone()))
    return cluster.is_shaken() and not broker.fault()


def _is_at_work(cluster: Cluster) -> bool:
    """Whether one of its living processes holds a run: it may finish the run, if it can."""
    names = [f"{host_name()}:{process.pid}" for process in cluster.crew()]
    return Run.objects.leased().filter(worker__in=names).exists()


def _take_up_from(cluster: Cluster) -> None:
    """Requeue what its processes, all ended now, held or were sent."""
    try:
        end_leases(cluster.gone())
        sweep()
        tell_again()
    except Exception as error:  # noqa: BLE001  # a later sweep does so, too
        outage.log(logger, "the runs of the workers that ended wait for the next sweep", error)
        connection.close()


class PickupPatience:
    """How long a queued run may wait for a free worker until the workers are restarted.

    It doubles with each such restart until a run is finished: on an overloaded machine workers may
    need longer than the first limit, and would be restarted for ever.
    """

    def __init__(self) -> None:
        self._leases = HANG_LEASES

    def is_over(self, *, up_for: float, shaken: bool) -> bool:
        """Whether workers that have been up for this many seconds take no runs any more."""
        if _one_was_finished(up_for):
            self._leases = HANG_LEASES
        seconds = SHAKEN_SECONDS if shaken else self._leases * settings.RUN_LEASE_SECONDS
        over = up_for > seconds and nobody_takes_a_run(seconds)
        if over and not shaken:
            self._leases = min(2 * self._leases, MOST_LEASES)
        return over


def _one_was_finished(seconds: float) -> bool:
    """Whether a worker finished a run within the last seconds. A run that only began says
    little: hanging workers may take one and lose its lease."""
    ended = Event.objects.filter(kind__in=[Event.Kind.FINISHED, Event.Kind.FAILED])
    return ended.filter(created_at__gt=Now() - timedelta(seconds=seconds)).exists()


def nobody_takes_a_run(patience: float) -> bool:
    """Whether a run waits for a free worker, and no run began or ended for as long. Without the
    second condition, the moment between two runs of a busy worker would look like a hang."""
    reach = timedelta(seconds=patience)
    # Times in the future are from before the clock was set back.
    within = Event.objects.filter(created_at__gt=Now() - reach, created_at__lt=Now() + reach)
    return (
        Run.objects.waiting(patience).exists()
        and a_worker_is_free()
        and not within.exclude(kind__in=[Event.Kind.STEP, Event.Kind.MESSAGE]).exists()
        and not broker.fault()  # then no worker is woken for it
    )


# Recovery after a crash: the only code that delivers a run again.


class Swept(NamedTuple):
    """The ids of the runs that were orphaned, and of those for which a worker was woken again."""

    orphans: list[int]
    woken: list[int]


def sweep() -> Swept:
    """Take back runs whose lease expired, and wake a free worker for runs that wait.

    An orphaned run goes back to the queue with one crash more; past RUN_MAX_CRASHES it becomes
    dead, and one that was to be cancelled becomes cancelled.
    """
    orphans = [run.pk for run in Run.objects.expired() if _take_back(run)]
    requeued = Run.objects.filter(pk__in=orphans, status=Run.Status.QUEUED)
    return Swept(orphans, _wake([*requeued.values_list("pk", flat=True), *_unheard()]))


def end_leases(pids: Iterable[int]) -> set[int]:
    """Release at once what ended processes of this host held; returns these runs."""
    names = {f"{host_name()}:{pid}": pid for pid in pids}
    left = Run.objects.filter(status=Run.Status.RUNNING, worker__in=names)
    busy = {names[worker] for worker in left.values_list("worker", flat=True)}
    if busy:
        left.update(lease_until=Now() - timedelta(seconds=1))
    return busy


def tell_again() -> list[int]:
    """Wake workers for the runs that have waited longest, as many as the workers can have been
    sent."""
    waiting = Run.objects.filter(status=Run.Status.QUEUED).order_by("queued_at", "id")
    # One per worker, one per worker in their queue, one at the process that fills it.
    return _wake(list(waiting.values_list("pk", flat=True)[: 2 * settings.WORKERS + 1]))


def a_worker_is_free() -> bool:
    """Whether fewer runs are running here than this host has workers. Other hosts do not matter:
    their load is no reason to leave a lost message undelivered."""
    return Run.objects.leased().on_host(host_name()).count() < settings.WORKERS


@transaction.atomic
def _take_back(run: Run) -> bool:
    """False when the run is not orphaned any more, since its process or another was faster; or
    while another process writes to it: a frozen or cut-off process keeps its row locked for a
    while."""
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
    """Runs that were queued without waking a worker for the length of a lease, while a worker is
    free. Their first message was lost in a crash, or never sent. Under full load the broker's
    own queue holds them: there is no need to send them again."""
    if not a_worker_is_free():
        return []
    waiting = Run.objects.unheard(settings.RUN_LEASE_SECONDS).order_by("id")
    return list(waiting.values_list("pk", flat=True)[: settings.WORKERS])


def _wake(run_ids: list[int]) -> list[int]:
    """Those for which a worker was woken. An unavailable broker is not tried for each of them,
    which takes seconds: the next sweep wakes for the others."""
    woken = list(takewhile(wake_worker, run_ids))
    Run.objects.filter(pk__in=woken).update(woken_at=Now())
    return woken
