"""The calibration's side of one worker process, and the empty database they begin with."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, cast

from django.conf import settings

from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.plan import Case
from trading.backtest import child

WORKER = "tests.lab.calibration.worker"
_LAST_WORDS = 40


class Died(Exception):
    """The worker ended instead of answering; its text says how."""


class Child:
    """One worker in a data folder of its own; for one thread."""

    def __init__(self, folder: Path, empty: Path, pool_workers: int, module: str = WORKER) -> None:
        own_folder(folder)
        self._log = (folder / "log").open("w+b")
        self._process = subprocess.Popen(  # our own module
            [sys.executable, "-m", module, str(os.getpid()), str(empty)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=settings.BASE_DIR,
            env=environment(folder) | {"CRIVO_TEST_BACKTEST_WORKERS": str(pool_workers)},
            start_new_session=True,  # Ctrl-C is for us, who end it
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_ready(self) -> None:
        """Wait for its first word. Raises CalibrationError when it cannot start."""
        try:
            self._read()
        except Died as died:
            raise CalibrationError("worker", reason=str(died)) from died

    def play(self, case: Case, bars: int, profile: str) -> dict[str, Any]:
        """What came of a case. Raises Died."""
        asked = json.dumps({"case": case, "bars": bars, "profile": profile}) + "\n"
        into = cast("IO[bytes]", self._process.stdin)
        with contextlib.suppress(OSError):  # it is gone: reading will tell
            into.write(asked.encode())
            into.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        told = cast("IO[bytes]", self._process.stdout).readline()
        if not told.endswith(b"\n"):
            raise Died(f"exit code {self._process.wait()}{last_words(self._log)}")
        answer: dict[str, Any] = json.loads(told)
        return answer

    def kill(self) -> None:
        """End it and what it started: they are one session, whose number is its own."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout, self._log):
            with contextlib.suppress(OSError):
                cast("IO[bytes]", pipe).close()


def own_folder(folder: Path) -> None:
    """A data folder without data, whose compiled code is shared with all others."""
    folder.mkdir(parents=True)
    compiled = settings.DATA_DIR / "compiled"
    compiled.mkdir(exist_ok=True)
    (folder / "compiled").symlink_to(compiled.absolute(), target_is_directory=True)


def environment(folder: Path) -> dict[str, str]:
    """Of a process that knows no data but the folder's, no model and no key."""
    return child.environment(settings.DATA_DIR / "compiled") | {
        "DJANGO_SETTINGS_MODULE": "tests.lab.settings",
        "CRIVO_DATA_DIR": str(folder),
        "CRIVO_LANGUAGE": "en",
        "CRIVO_TEST_BACKTEST_COMMISSION": str(settings.BACKTEST_COMMISSION),
        "CRIVO_TEST_BACKTEST_CASH": str(settings.BACKTEST_CASH),
    }


def empty_database(folder: Path) -> Path:
    """A file with all tables and what ships in them. Raises CalibrationError."""
    own_folder(folder)
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    # In a thread, where no signal is heard: one that came between the start of a process and its
    # handle would leave it at work.
    with (folder / "log").open("w+b") as log, ThreadPoolExecutor(max_workers=1) as apart:
        done = apart.submit(
            subprocess.run, command, cwd=settings.BASE_DIR, env=environment(folder), check=False,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        ).result()  # fmt: skip
        if done.returncode:
            raise CalibrationError("empty", reason=last_words(log).strip(": "))
    return folder / "db.sqlite3"


def last_words(log: Any) -> str:
    """The end of what a process wrote, after a colon."""
    log.seek(0)
    words = log.read().decode(errors="replace").split()[-_LAST_WORDS:]
    return f": {' '.join(words)}" if words else ""
