"""Real `manage.py` processes on the test's own database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import psutil
from django.conf import settings
from django.db import connection

T = TypeVar("T")
CEILING = 600.0
"""Seconds: what takes as long is stuck. How soon something happens is the machine's business."""


class Process:
    """One command; what it wrote is in `out` and `log` (standard error).

    It is `manage.py`'s, unless it is another program of Python's; `within` is what starts it: on
    another host, say.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        program: Sequence[str] = ("manage.py",),
        within: Sequence[str] = (),
        **environment: str,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._out, self._log = folder / "out", folder / "log"
        with self._out.open("w") as out, self._log.open("w") as log:
            self.popen = subprocess.Popen(
                [*within, sys.executable, *program, *arguments],
                cwd=settings.BASE_DIR,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=log,
            )

    @property
    def out(self) -> str:
        return self._out.read_text()

    @property
    def log(self) -> str:
        return self._log.read_text()

    @property
    def log_path(self) -> Path:
        return self._log

    def signal(self, number: int) -> None:
        self.popen.send_signal(number)

    def wait(self, seconds: float = CEILING) -> int:
        return self.popen.wait(seconds)

    def descendants(self) -> list[psutil.Process]:
        return psutil.Process(self.popen.pid).children(recursive=True)


class Site:
    """Starts commands on the test's database; `close` ends what it started.

    Leases are as long as they are shipped: in a short one a busy machine does not even start its
    workers, which then count as hung. What a test kills is noticed at the next sweep all the same.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._started: list[Process] = []
        self._children: dict[int, psutil.Process] = {}

    def start(self, *arguments: str, **environment: str) -> Process:
        defaults = {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "CRIVO_TEST_DATABASE": str(connection.settings_dict["NAME"]),
            "CRIVO_TEST_DATA_DIR": str(self.data),
            "CRIVO_TEST_RUN_SWEEP_SECONDS": "1",
            "CRIVO_WORKERS": "2",
        }
        place = self.folder / f"process{len(self._started)}"
        process = Process(place, *arguments, **{**defaults, **environment})
        self._started.append(process)
        return process

    def remember(self, process: Process) -> list[psutil.Process]:
        """A process's descendants, which `close` then ends even if they lose their parent."""
        found = process.descendants()
        self._children.update((child.pid, child) for child in found)
        return found

    def close(self) -> None:
        for process in self._started:
            if process.popen.poll() is None:
                self.remember(process)
                process.popen.kill()
                process.popen.wait()
        for child in self._children.values():
            if child.is_running():
                child.send_signal(signal.SIGKILL)
        wait_for(lambda: not any(map(alive, self._children.values())), "the processes to end")


def wait_for(
    condition: Callable[[], T], what: str, seconds: float = CEILING, every: float = 0.05
) -> T:
    """The first true value of `condition`, asked for `every` so many seconds. Raises
    AssertionError after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"waited {seconds} s for {what}"
        time.sleep(every)
    return value


def alive(process: psutil.Process) -> bool:
    """Whether it runs; one that ended and was not collected yet does not."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
