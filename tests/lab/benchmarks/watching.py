"""A command as a process of its own, with the time it takes and the memory of all it starts."""

from __future__ import annotations

import os
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
    """What a command wrote to stdout, and what it took: wall seconds, bytes, processes."""

    out: str
    seconds: float
    peak_bytes: int
    processes: int


def watch(
    command: Sequence[str], environment: Mapping[str, str], *, sample: bool = True
) -> Watched:
    """Run a command to its end. Raises BenchmarkError, with its last words, if it fails."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as log:
        begun = time.perf_counter()
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
        seconds = time.perf_counter() - begun
        if process.returncode:
            log.seek(0)
            reason = " ".join(log.read().split()[-LAST_WORDS:])
            raise BenchmarkError("failed", command=" ".join(command[1:4]), reason=reason)
        out.seek(0)
        return Watched(out.read(), seconds, peak, most)


def _sampled(process: subprocess.Popen[bytes]) -> tuple[int, int]:
    """The peak of the memory of a process and all below it, in bytes, and of their number."""
    top = psutil.Process(process.pid)
    peak = most = 0
    while process.poll() is None:
        try:
            tree = [top, *top.children(recursive=True)]
        except psutil.NoSuchProcess:
            continue  # it ended just now: poll() says so next
        peak, most = max(peak, sum(map(proportional, tree))), max(most, len(tree))
        time.sleep(SAMPLE_SECONDS)
    return peak, most


def proportional(process: psutil.Process) -> int:
    """The bytes of a process, shared ones by their share; its own alone where no PSS is told.

    0 for one that has ended.
    """
    try:
        found = process.memory_full_info()
    except psutil.Error:
        return 0
    return int(getattr(found, "pss", 0) or found.uss)
