"""How many workers this machine can use."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import psutil

from trading.backtest.errors import PoolError

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
