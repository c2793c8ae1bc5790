"""A whole development, as somebody starts it: a process of its own, on an empty data folder."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.watching import Watched, watch

SECONDS, CPU_SECONDS, MIB = 60.0, 15.0, 600.0
ROUNDS = 2
SMALL = ("--max-iterations", "1", "--variants", "3")


def measure(environment: Mapping[str, str], *, small: bool = False) -> Sequence[Figure]:
    """`develop AAPL`, offline, default limits: cold, and by an engine that is compiled already.

    `environment` names its data folder; each round has a copy of it.
    """
    compiled = Path(environment["CRIVO_DATA_DIR"]) / "engine"
    cold, warm = [], []
    for number in range(1 if small else ROUNDS):
        new = compiled if number == 0 else compiled.with_name(f"engine{number}")
        cold.append(_developed(environment, new, small=small))
        warm.append(_developed(environment, compiled, small=small))
    state = json.loads(warm[0].out)
    cpu = [min(found.cpu for found in each) for each in (cold, warm)]
    return [
        Figure("cold_cpu", cpu[0], "s", CPU_SECONDS, at_most=True, worst=max(f.cpu for f in cold)),
        Figure("warm_cpu", cpu[1], "s", worst=max(f.cpu for f in warm)),
        Figure("cold_seconds", min(f.seconds for f in cold), "s", SECONDS, at_most=True,
               worst=max(f.seconds for f in cold)),
        Figure("warm_seconds", min(f.seconds for f in warm), "s",
               worst=max(f.seconds for f in warm)),
        Figure("cold_memory", max(f.peak_bytes for f in cold) / 2**20, "MiB", MIB, at_most=True),
        Figure("warm_memory", max(f.peak_bytes for f in warm) / 2**20, "MiB", MIB, at_most=True),
        Figure("processes", max(f.processes for f in cold)),
        Figure("iterations", state["current_iteration"]),
        Figure("trials", state["trials"]),
    ]  # fmt: skip


def _developed(environment: Mapping[str, str], compiled: Path, *, small: bool) -> Watched:
    """On a copy of the data folder, so that no development knows of another."""
    folder = Path(environment["CRIVO_DATA_DIR"])
    copy = folder / "copy"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("engine*", "copy"))
    own = {**environment, "CRIVO_DATA_DIR": str(copy), "NUMBA_CACHE_DIR": str(compiled),
           "DATABASE_URL": f"sqlite:///{copy / 'db.sqlite3'}"}  # fmt: skip
    command = [sys.executable, "manage.py", "develop", "AAPL", "--json", *(SMALL if small else ())]
    try:
        return watch(command, own)
    finally:
        shutil.rmtree(copy)
