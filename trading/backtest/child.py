"""The pool's side of one worker process."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, cast

import psutil

from trading.backtest import wire
from trading.backtest.capacity import MIB
from trading.backtest.errors import JobFailure

ROOT = Path(__file__).parents[2]
LOOK_EVERY = 0.1  # seconds between looks at the clock, at memory and at being cancelled
START_SECONDS = 120.0  # the first ever start compiles
# A worker gets no more of our environment: no passwords, no settings.
PASSED_ON = (
    "GLIBC_TUNABLES", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "PYTHONPATH", "TMPDIR",
)  # fmt: skip
# How the machine computes, as its administrator set it: BLAS, threads, numpy, numba.
NUMERIC = ("BLIS_", "GOTO_", "MKL_", "NPY_", "NUMBA_", "NVPL_", "OMP_", "OPENBLAS_")
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Cancelled(Exception):
    """Nobody waits for the job any more."""


class Child:
    """One worker process, started and ready; not for use from two threads at once."""

    def __init__(self, *, module: str, memory_mib: int, cache_dir: Path | None) -> None:
        self._limit = memory_mib
        self._buffer = bytearray()
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the process
        self._process = subprocess.Popen(  # noqa: S603  # our own module
            [sys.executable, "-m", module, str(os.getpid()), str(memory_mib)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            cwd=ROOT,
            env=environment(cache_dir),
        )
        self._pipes = [
            cast("IO[bytes]", self._process.stdin),
            cast("IO[bytes]", self._process.stdout),
        ]
        self._in, self._out = (pipe.fileno() for pipe in self._pipes)
        os.set_blocking(self._in, False)
        self._memory = psutil.Process(self._process.pid)

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_ready(self, cancelled: threading.Event) -> None:
        """Wait for the worker's first word."""
        try:
            self._receive(time.monotonic() + START_SECONDS, cancelled)
        except TimeoutError:
            raise JobFailure("start", seconds=START_SECONDS, said=self._last_words()) from None

    def ask(
        self, job: wire.Message, prices: Mapping[str, bytes], seconds: float, stop: threading.Event
    ) -> wire.Message:
        """The result of a job. Raises JobFailure or Cancelled; the child may then be dead."""
        until = time.monotonic() + seconds
        try:
            self._send(wire.pack({"do": "job", "job": job}), until, stop)
            answer = self._receive(until, stop)
            if answer["say"] == "need":  # prices go over once a worker, not with each job
                self._send(prices[answer["prices"]], until, stop)
                answer = self._receive(until, stop)
        except TimeoutError:
            raise JobFailure("deadline", seconds=seconds) from None
        if answer["say"] == "failed":
            raise JobFailure(answer["code"], **answer["params"])
        result: wire.Message = answer["result"]
        return result

    def _send(self, data: bytes, until: float, stop: threading.Event) -> None:
        view = memoryview(data)
        poll = select.poll()
        poll.register(self._in, select.POLLOUT)
        while view:
            self._look(until, stop)
            if poll.poll(LOOK_EVERY * 1000):
                try:
                    view = view[os.write(self._in, view) :]
                except BrokenPipeError:
                    raise self._death() from None

    def _receive(self, until: float, stop: threading.Event) -> wire.Message:
        poll = select.poll()
        poll.register(self._out, select.POLLIN)
        while (message := wire.unpack(self._buffer)) is None:
            self._look(until, stop)
            if poll.poll(LOOK_EVERY * 1000):
                data = os.read(self._out, 1 << 20)
                if not data:
                    raise self._death()
                self._buffer += data
        self._buffer.clear()  # a worker speaks once for each thing asked
        return message[0]

    def _look(self, until: float, stop: threading.Event) -> None:
        if stop.is_set():
            raise Cancelled
        if time.monotonic() > until:
            raise TimeoutError
        with contextlib.suppress(psutil.Error):  # it is gone: the pipe will tell
            if self._memory.memory_info().rss > self._limit * MIB:
                raise JobFailure("memory", limit=self._limit)

    def _death(self) -> JobFailure:
        code = self._process.wait()
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return JobFailure("died", how=how, said=self._last_words())

    def _last_words(self) -> str:
        """The last line the worker wrote to its standard error, after a colon."""
        self._said.seek(0, os.SEEK_END)
        self._said.seek(max(0, self._said.tell() - 2000))
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""

    def close(self) -> None:
        """End the process, however it is doing, and wait for it: no zombie is left."""
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                pipe.close()
        self._process.kill()
        self._process.wait()
        self._said.close()


def environment(cache_dir: Path | None) -> dict[str, str]:
    """A worker's environment; compiled code is kept where NUMBA_CACHE_DIR says, else in
    `cache_dir`, or where numba finds room."""
    found = {
        name: value
        for name, value in os.environ.items()
        if name in PASSED_ON or name.startswith(NUMERIC)
    }
    kept = {} if cache_dir is None else {"NUMBA_CACHE_DIR": str(cache_dir.absolute())}
    return {**kept, **found, **ONE_THREAD, "PYTHONHASHSEED": "0"}
