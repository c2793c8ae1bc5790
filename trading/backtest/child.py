"""Worker processes from the pool's side: how many, one by one, and replaced when broken."""

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
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

import psutil

from trading.backtest import wire
from trading.backtest.types import JobFailure, PoolError

ROOT = Path(__file__).parents[2]
LOOK_EVERY = 0.1  # seconds between looks at the clock, at memory and at being cancelled
START_SECONDS = 240.0  # the first ever start compiles: ten seconds of processor time
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


# The workers of a pool: one a thread, started when first needed, replaced when broken.

# After these the process is as good as before.
SOUND = ("refused", "failed")


class Lanes:
    """Gives each thread that asks a worker of its own."""

    def __init__(self, *, module: str, memory_mib: int, cache_dir: Path | None) -> None:
        self._options: dict[str, Any] = {
            "module": module, "memory_mib": memory_mib, "cache_dir": cache_dir,
        }  # fmt: skip
        self._own = threading.local()
        self._children: set[Child] = set()
        self._first = threading.Lock()
        self._compiled = False
        # Forgotten without being closed, or at the interpreter's end.
        self.close = weakref.finalize(self, close_all, self._children)

    @property
    def pids(self) -> list[int]:
        return sorted(child.pid for child in self._children.copy())

    def ask(
        self, job: wire.Message, prices: Mapping[str, bytes], seconds: float, stop: threading.Event
    ) -> dict[str, Any]:
        """Put a job to this thread's worker. Raises JobFailure, or Cancelled once `stop` is set."""
        child = self._child(stop)
        sound = False
        try:
            result = child.ask(job, prices, seconds, stop)
            sound = True
        except JobFailure as failure:
            sound = failure.code in SOUND
            raise
        finally:
            if not sound:
                self._drop(child)
        return result

    def _child(self, stop: threading.Event) -> Child:
        child: Child | None = getattr(self._own, "child", None)
        if child is not None:
            return child
        if self._compiled:
            return self._start(stop)
        with self._first:  # alone, so that one compiles and the others load
            child = self._start(stop)
            self._compiled = True
            return child

    def _start(self, stop: threading.Event) -> Child:
        child = Child(**self._options)
        self._children.add(child)
        self._own.child = child
        ready = False
        try:
            child.wait_ready(stop)
            ready = True
        finally:
            if not ready:
                self._drop(child)
        return child

    def _drop(self, child: Child) -> None:
        self._own.child = None
        self._children.discard(child)
        child.close()


def close_all(children: set[Child]) -> None:
    while children:
        children.pop().close()


# How many workers this machine can use.

MIB = 1024 * 1024
# What a worker takes before any job (Python, numpy, pandas, numba), and what is left to others.
WORKER_MIB = 160
SPARE_MIB = 128
CGROUP = Path("/sys/fs/cgroup")


@dataclass(frozen=True)
class Capacity:
    """How many workers to start, and why not as many as wanted ("" if so)."""

    workers: int
    wanted: int
    limit: str = ""  # "", "cpus", "memory"
    available: int = 0  # CPUs or MiB, by `limit`


def usable_cpus() -> int:
    """CPUs this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def available_mib() -> int:
    """Memory that can still be used: the machine's, or its container's if that is less."""
    free = psutil.virtual_memory().available
    try:
        most = int((CGROUP / "memory.max").read_text())
        used = int((CGROUP / "memory.current").read_text())
    except (OSError, ValueError):  # no container, or one without a limit ("max")
        return free // MIB
    return max(0, min(free, most - used)) // MIB


def plan(wanted: int, *, cpus: int | None = None, mib: int | None = None) -> Capacity:
    """At most `wanted` workers, one a CPU, as many as fit into memory; refused when none does.

    `cpus` and `mib` are the machine's unless given.
    """
    if wanted < 1:
        raise PoolError("no_workers", wanted=wanted)
    cpus = usable_cpus() if cpus is None else cpus
    mib = available_mib() if mib is None else mib
    fitting = (mib - SPARE_MIB) // WORKER_MIB
    if fitting < 1:
        raise PoolError("no_memory", available=mib, needed=WORKER_MIB + SPARE_MIB)
    if fitting < min(wanted, cpus):
        return Capacity(fitting, wanted, "memory", mib)
    if cpus < wanted:
        return Capacity(cpus, wanted, "cpus", cpus)
    return Capacity(wanted, wanted)
