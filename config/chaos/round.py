"""A round, in a process of its own: `python -m config.chaos.round KILLS SEED [KIND]`.

Submits the runs, has a supervised worker execute them, kills what it may, and tells as JSON what
became of them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .apart import begin, hand_over, tell

if TYPE_CHECKING:
    from config.runs.models import Run

PATIENCE = 300
"""Seconds after the last kill in which all runs must end."""


def play(*, kills: int, seed: int, only: str, progress: Callable[[str], None]) -> dict[str, Any]:
    """What a round came to: its runs with their rows, what was killed, how long it took."""
    from django.conf import settings

    from . import scenarios
    from .killing import Killer
    from .worker import Worker

    runs = scenarios.submit_all(only)
    begun = time.monotonic()
    with Worker(settings.DATA_DIR / "work.log") as worker:
        killer = Killer(seed, worker, progress)
        last = time.monotonic()
        while (left := _unfinished(runs)) and time.monotonic() - last < PATIENCE:
            if killer.made < kills:
                killer.strike()
                last = time.monotonic()
            else:
                worker.family()
                time.sleep(0.2)
        seconds = time.monotonic() - begun
    return {
        "killed": dict(killer.killed),
        "hit": dict(killer.hit),
        "unfinished": left,
        "left": worker.left,
        "seconds": round(seconds, 1),
        **_told(runs),
    }


def _unfinished(runs: Sequence[Run]) -> list[int]:
    from config.runs.models import Run

    ids = [run.pk for run in runs]
    return list(Run.objects.active().filter(pk__in=ids).values_list("pk", flat=True))


def _told(runs: Sequence[Run]) -> dict[str, Any]:
    """The runs as they stand: rows to compare, and how often steps were computed."""
    from config.runs.models import Run, Step

    from . import scenarios
    from .counting import computations
    from .rows import rows_of

    ended = Run.objects.filter(pk__in=[run.pk for run in runs]).order_by("pk")
    computed = computations()
    stored = {f"{step.run_id} {step}": step.fence for step in Step.objects.all()}
    return {
        "runs": {run.pk: {"kind": run.kind, "status": run.status, "crashes": run.crashes,
                          "fence": run.fence} for run in ended},
        "rows": {run.pk: rows_of(run, scenarios.get(run.kind)) for run in ended},
        "steps": len(stored),
        "computed": computed.total(),
        # A claim computes a step once, and none that is stored.
        "needless": sorted(step for step, n in computed.items() if n > stored.get(step, n)),
    }  # fmt: skip


def main(kills: str, seed: str, only: str = "") -> None:
    begin()
    hand_over(play(kills=int(kills), seed=int(seed), only=only, progress=tell))


if __name__ == "__main__":
    main(*sys.argv[1:])
