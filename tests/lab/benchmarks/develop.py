"""A whole development, as somebody starts it: a process of its own, on an empty data folder."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.watching import watch

SECONDS = 60.0
MIB = 800.0
SMALL = ("--max-iterations", "1", "--variants", "3")


def measure(environment: Mapping[str, str], *, small: bool = False) -> Sequence[Figure]:
    """`develop AAPL`, offline, default limits. `environment` names its data folder."""
    command = [sys.executable, "manage.py", "develop", "AAPL", "--json", *(SMALL if small else ())]
    found = watch(command, environment)
    state = json.loads(found.out)
    return [
        Figure("seconds", found.seconds, "s", SECONDS, at_most=True),
        Figure("peak_memory", found.peak_bytes / 2**20, "MiB", MIB, at_most=True),
        Figure("processes", found.processes),
        Figure("iterations", state["current_iteration"]),
        Figure("trials", state["trials"]),
    ]
