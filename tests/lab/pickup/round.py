"""The runs, in a process of its own: `python -m tests.lab.pickup.round RUNS SEED`.

Submits one run after the other to a supervised worker that has nothing else to do.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from tests.lab.chaos.apart import begin, hand_over, tell

WORKER_SECONDS = 120  # in which the worker must be up, or a run done
QUIET = (0.3, 0.7)
"""Seconds between the end of a run and the next: more than a poll, and of no fixed phase to it."""


def measure(*, runs: int, seed: int) -> dict[str, Any]:
    """Of each run the seconds of its stages; meanwhile the load of the machine, and the share of
    its time that its host gave to others."""
    import os

    import psutil
    from django.conf import settings

    from tests.lab.chaos.worker import Worker

    draw = random.Random(seed)  # noqa: S311  # chance, not secrecy
    with Worker(settings.DATA_DIR / "work.log") as worker:
        _wait(lambda: len(worker.family().get("worker", ())) == settings.WORKERS, "the worker")
        found = []
        before = psutil.cpu_times()
        for number in range(1, runs + 1):
            time.sleep(draw.uniform(*QUIET))
            found.append(_one())
            if number % 50 == 0:
                tell(str(number))
        stolen = stolen_share(before._asdict(), psutil.cpu_times()._asdict())
    load = round(os.getloadavg()[0], 2)
    return {"runs": found, "load": load, "stolen": stolen, "poll": _poll()}


def stolen_share(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Of all processors' time between two looks; 0 where the system does not tell."""
    # What guests of this machine had is in its own time, too.
    spent = {name: after[name] - before[name] for name in after if not name.startswith("guest")}
    return round(spent.get("steal", 0.0) / (sum(spent.values()) or 1.0), 4)


def _one() -> dict[str, float]:
    from django.db import transaction

    from config.runs.models import Run
    from config.runs.services import enqueue_run

    from .notes import CLAIMED, notes_since, place
    from .nothing import KIND
    from .stages import stages

    here = place()
    moments: dict[str, float] = {}
    with transaction.atomic():
        transaction.on_commit(lambda: moments.update(committed=time.monotonic()))
        run = enqueue_run(kind=KIND, subject_id=0)
        transaction.on_commit(lambda: moments.update(told=time.monotonic()))
    _wait(lambda: CLAIMED in notes_since(here), f"run {run.pk}")
    _wait(lambda: Run.objects.filter(pk=run.pk, status="done").exists(), f"run {run.pk}")
    return stages({**moments, **notes_since(here)})._asdict()


def _poll() -> float:
    from django.conf import settings
    from django_q.conf import Conf

    return 0.0 if settings.REDIS_URL else float(Conf.POLL)


def _wait(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + WORKER_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {WORKER_SECONDS} s for {what}")
        time.sleep(0.02)


def main(runs: str, seed: str) -> None:
    begin()
    hand_over(measure(runs=int(runs), seed=int(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
