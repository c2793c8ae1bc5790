"""Functions that compute in a process beside this one, so that a web server's threads stay free.

The process takes one call at a time on its standard input, and ends when that is closed, so it
never outlives its parent. It gets functions of our own by name, and does not load Django.
"""

from __future__ import annotations

import atexit
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar, cast

ROOT = Path(__file__).parents[1]
# Only this part of our environment: no passwords, no settings.
PASSED_ON = (
    "GLIBC_TUNABLES", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "NPY_DISABLE_CPU_FEATURES",
    "OPENBLAS_CORETYPE", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "TMPDIR",
)  # fmt: skip

Found = TypeVar("Found")


class SideProcessError(Exception):
    """The process ended, or did not answer in time."""


class SideProcess:
    """One process, started with its first call; not for use by two threads at once."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def call(
        self, function: Callable[..., Found], *arguments: Any, seconds: float
    ) -> tuple[Found, float]:
        """The result of a function, and its processor time. Raises what the function raises;
        SideProcessError when the process ended, or did not answer in time. Then the next call
        starts another one."""
        process = self._process or self._start()
        try:
            good, found, took = _exchange(process, (function, arguments), seconds)
        except (SideProcessError, EOFError, OSError, pickle.UnpicklingError) as error:
            self.close()
            raise SideProcessError(str(error)) from error
        if good:
            return found, took
        raise found

    def close(self) -> None:
        """End the process, if there is one, and wait for it."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _start(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(  # our own module
            [sys.executable, "-m", "config.side_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={name: os.environ[name] for name in PASSED_ON if name in os.environ},
        )
        return self._process


def _exchange(process: subprocess.Popen[bytes], call: Any, seconds: float) -> Any:
    questions, answers = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
    pickle.dump(call, questions)
    questions.flush()
    if not select.select([answers], [], [], seconds)[0]:
        raise SideProcessError(f"no answer within {seconds:g} s")
    return pickle.load(answers)  # noqa: S301  # from our own process


class SideProcesses:
    """A pool of processes for the threads of this process, `most` at most."""

    def __init__(self, most: int) -> None:
        self._free = [SideProcess() for _ in range(most)]
        self._turns = threading.BoundedSemaphore(most)
        atexit.register(self.close)

    def call(
        self, function: Callable[..., Found], *arguments: Any, wait: float, seconds: float
    ) -> tuple[Found, float]:
        """As SideProcess.call. Raises TimeoutError when none is free in time."""
        if not self._turns.acquire(timeout=wait):
            raise TimeoutError
        process = self._free.pop()
        try:
            return process.call(function, *arguments, seconds=seconds)
        finally:
            self._free.append(process)
            self._turns.release()

    def close(self) -> None:
        for process in self._free:
            process.close()


def serve() -> None:
    """Handle calls until standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints goes to standard error
    while True:
        try:
            function, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301  # from who started us
        except EOFError:
            return
        pickle.dump(_answer(function, arguments), answers)
        answers.flush()


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any, float]:
    start = time.process_time()
    try:
        return True, function(*arguments), time.process_time() - start
    except Exception as error:  # noqa: BLE001  # the boundary of the process: it is raised beyond
        return False, error, time.process_time() - start


if __name__ == "__main__":
    serve()
