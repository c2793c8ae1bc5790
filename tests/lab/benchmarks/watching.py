"""Commands as processes of their own, with the time they take and the memory of all they start."""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import psutil
from django.conf import settings

from tests.lab.benchmarks.errors import BenchmarkError

SAMPLE_SECONDS = 0.2  # a look at a tree of processes takes some milliseconds itself
LAST_WORDS = 40


@dataclass(frozen=True, slots=True)
class Watched:
    """What a command wrote to stdout, and what it took: wall seconds, processor seconds of it and
    all that it waited for, bytes, processes."""

    out: str
    seconds: float
    cpu: float
    peak_bytes: int
    processes: int


def watch(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    sample: bool = True,
    codes: Sequence[int] = (0,),
) -> Watched:
    """Run a command to its end. Raises BenchmarkError, with its last words, if it ends with none
    of the `codes`."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as log:
        before, begun = children_cpu(), time.perf_counter()
        process = subprocess.Popen(  # our own commands
            command,
            cwd=settings.BASE_DIR,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=log,
        )
        try:
            peak, most = _sampled(process) if sample else (0, 1)
            process.wait()
        finally:
            process.kill()  # where we are interrupted: nothing is left running
        seconds, cpu = time.perf_counter() - begun, children_cpu() - before
        if process.returncode not in codes:
            log.seek(0)
            reason = " ".join(log.read().split()[-LAST_WORDS:])
            raise BenchmarkError("failed", command=" ".join(command[1:4]), reason=reason)
        out.seek(0)
        return Watched(out.read(), seconds, cpu, peak, most)


def children_cpu() -> float:
    """Processor seconds of all children that ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _sampled(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    """The peak of the memory of a process and all below it, in bytes, and of their number."""
    peak = most = 0
    while process.poll() is None:
        living = tree(process.pid)
        peak, most = max(peak, sum(map(proportional, living))), max(most, len(living))
        time.sleep(SAMPLE_SECONDS)
    return peak, most


def tree(pid: int) -> list[psutil.Process]:
    """A process and all below it that live."""
    try:
        top = psutil.Process(pid)
        return [top, *top.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def proportional(process: psutil.Process) -> int:
    """The bytes of a process, shared ones by their share; its own alone where no PSS is told.

    0 for one that has ended.
    """
    try:
        found = process.memory_full_info()
    except psutil.Error:
        return 0
    return int(getattr(found, "pss", 0) or found.uss)


def cpu_of(processes: Sequence[psutil.Process]) -> float:
    """Processor seconds of these, and of those that they waited for."""
    seconds = 0.0
    for process in processes:
        try:
            seconds += sum(process.cpu_times()[:4])
        except psutil.NoSuchProcess:
            continue
    return seconds


def spent() -> float:
    """Processor seconds of this process and all below it, those that ended, too."""
    return cpu_of(tree(os.getpid()))
