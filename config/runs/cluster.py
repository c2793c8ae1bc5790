"""A `qcluster` process group: started in a session of its own, so that it can be ended whole.

django-q2 cannot be trusted to end itself: killing a worker can leave the rest waiting for a lock
for ever, and killing its sentinel leaves workers that nobody watches.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import psutil
from django.conf import settings

STOP_SECONDS = 10
START_SECONDS = 60  # a main process without workers by then is taken for started


class Cluster:
    """One started `manage.py qcluster`; before it begins, its process `note`s its group's id, so
    that it is known to a later supervisor whenever this one is killed."""

    def __init__(self, note: Callable[[int], object]) -> None:
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
            preexec_fn=lambda: note(os.getpid()),  # noqa: PLW1509  # there are no threads here
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
        self._main.kill()  # while its program is loaded nothing shows that it is of the group
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
