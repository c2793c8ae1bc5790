"""The machine that figures are of."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass
from typing import Any

import psutil

from trading.backtest.child import usable_cpus


@dataclass(frozen=True, slots=True)
class Machine:
    """CPUs that may be used, memory in MiB, and how busy it was: load over the last minute."""

    system: str
    python: str
    cpus: int
    memory_mib: int
    load: float

    def as_plain(self) -> dict[str, Any]:
        return asdict(self)


def this_machine() -> Machine:
    """As it is now: ask before measuring, whose own load would be in it."""
    return Machine(
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        cpus=usable_cpus(),
        memory_mib=psutil.virtual_memory().total // 2**20,
        load=round(os.getloadavg()[0], 2),
    )
