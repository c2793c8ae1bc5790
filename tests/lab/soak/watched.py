"""Looks at memory and database while the runs go on."""

from __future__ import annotations

import time
from typing import Any

from tests.lab.chaos.worker import Worker

from . import taking
from .visitor import Visitor
from .web import Web

LOOK_SECONDS = 4.0


class Watched:
    """Looks at memory and database every now and then."""

    def __init__(self, worker: Worker, web: Web, visitor: Visitor) -> None:
        self.begun = time.monotonic()
        self.samples: list[dict[str, Any]] = []
        self._worker, self._web, self._visitor = worker, web, visitor
        self._due = 0.0

    def look(self, ended: int) -> None:
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + LOOK_SECONDS
        family = self._worker.family()
        groups = {
            "worker": taking.of_the_worker(family),
            "web": self._web.family(),
            **{kind: family.get(kind, []) for kind in ("supervisor", "sentinel", "pusher",
                                                       "monitor")},
            **{f"worker {n}": [each] for n, each in enumerate(family.get("worker", []), 1)},
        }  # fmt: skip
        self.samples.append({
            "seconds": round(time.monotonic() - self.begun, 1),
            "ended": ended,
            "visits": len(self._visitor.visits),
            "memory": {name: taking.memory(found) for name, found in groups.items()},
            "database_mib": taking.database_mib(),
            "passing": taking.passing_rows(),
        })  # fmt: skip
