"""A supervised worker that may be killed: started again by us, as systemd would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil
from django.conf import settings

from . import victims

START_SECONDS = 60
STOP_SECONDS = 30
GONE_SECONDS = 15  # what has lost its parent notices by itself


class Worker:
    """`manage.py work`, all that it starts, and what they say."""

    def __init__(self, log: Path, code: Path | None = None) -> None:
        self.log = log
        self.code = code or settings.BASE_DIR
        self.left: list[str] = []
        self._seen: set[psutil.Process] = set()
        self._start()

    def _start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # our own command
                [sys.executable, "manage.py", "work"],
                cwd=self.code,
                env={**os.environ, "PYTHONFAULTHANDLER": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for us, who then end it in good order
            )
        self._supervisor = psutil.Process(self._process.pid)

    def family(self) -> dict[str, list[psutil.Process]]:
        """Its processes by what they are; a supervisor that is gone is replaced first."""
        if self._process.poll() is not None:
            self._start()
        self._seen.update(victims.tree(self._supervisor))
        return victims.family(self._supervisor, self.log)

    def upgrade(self) -> None:
        """Stop what works by other code, and start what works by ours."""
        self._stopped(START_SECONDS)
        self.code = settings.BASE_DIR
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Stop it as an operator does; what lives on after that is noted in `left`, and killed."""
        start = START_SECONDS if error is None else 0
        while self._stopped(start) == -signal.SIGKILL and start:
            pass  # that was the kill before: the next supervisor has its workers to end
        deadline = time.monotonic() + (GONE_SECONDS if error is None else 0)
        while (left := self._alive()) and time.monotonic() < deadline:
            time.sleep(0.1)
        self.left += [" ".join(_words(process)) for process in left]
        victims.kill(left)

    def _stopped(self, start: float) -> int:
        """Its exit status. A supervisor that was killed leaves its workers to the next one: that
        one is first let come so far, for at most `start` seconds."""
        came = time.monotonic() + start
        while "main" not in self.family() and time.monotonic() < came:
            time.sleep(0.1)
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.left.append("supervisor")
            self._process.send_signal(signal.SIGABRT)  # it writes to the log where it stands
            self._process.wait()
            return 0

    def _alive(self) -> list[psutil.Process]:
        return [
            process
            for process in self._seen
            if process.is_running() and process.status() != psutil.STATUS_ZOMBIE
        ]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()[1:4]
    except psutil.Error:
        return ["?"]
