"""The runs, in a process of its own: `python -m tests.lab.soak.round RUNS MINUTES`.

Submits them while a supervised worker works and a visitor looks at the pages, and tells as JSON
what was measured meanwhile.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.lab.chaos.apart import begin, hand_over, tell

if TYPE_CHECKING:
    from .watched import Watched

WAITING = 10
"""So many runs wait or are at work at most: the next is submitted when one ended."""
PATIENCE = 600  # seconds in which some run must end


def soak(*, runs: int, minutes: int) -> dict[str, Any]:
    """What was measured while so many runs were made, or as many as are begun in that time."""
    from django.conf import settings

    from config.desk.roles import ADMIN, make_demo_users
    from tests.lab.chaos.worker import Worker

    from .visitor import Visitor
    from .watched import Watched
    from .web import Web

    folder = settings.DATA_DIR
    password = make_demo_users()[ADMIN]
    with Worker(folder / "work.log") as worker, Web(folder / "web.log") as web:
        visitor = Visitor(web.address, ADMIN, password, settings.METRICS_TOKEN)
        _wait_for_beat()
        visitor.start()
        watched = Watched(worker, web, visitor)
        unfinished = _work_through(runs, minutes, watched)
        took = time.monotonic() - watched.begun
        left = _pruned()
        visitor.stop()
    visits = [[visit.when - watched.begun, *visit[1:]] for visit in visitor.visits]
    return {
        "seconds": round(took, 1),
        "unfinished": unfinished,
        "samples": watched.samples,
        "visits": visits,
        "left_rows": left,
        "left": worker.left,
        **_ended(),
    }


def _wait_for_beat() -> None:
    """Until the worker is up: before, the site rightly says that it is not ready."""
    from config.runs import beats

    deadline = time.monotonic() + PATIENCE
    while not beats.alive().exists() and time.monotonic() < deadline:
        time.sleep(0.2)


def _work_through(runs: int, minutes: int, watched: Watched) -> int:
    """Submit the runs, a few at a time. How many did not end."""
    from config.runs.models import Run

    from . import making

    made, ended, moved = 0, 0, time.monotonic()
    until = watched.begun + minutes * 60
    while ended < runs and time.monotonic() - moved < PATIENCE:
        if time.monotonic() > until:
            runs = made
        while made < min(runs, ended + WAITING):
            made += 1
            making.start(made)
        watched.look(ended)
        time.sleep(0.2)
        now = made - Run.objects.active().count()
        if now != ended:
            moved = time.monotonic()
            if now // 50 != ended // 50:
                tell(str(now))
            ended = now
    return made - ended


def _pruned() -> dict[str, int]:
    """What is left of the rows that are let go, when it is time for all of them."""
    from .passing import too_many
    from .settings import KEPT_SECONDS
    from .taking import passing_rows

    deadline = time.monotonic() + 3 * KEPT_SECONDS
    left = passing_rows()
    while too_many(left) and time.monotonic() < deadline:
        time.sleep(1)
        left = passing_rows()
    return left


def _ended() -> dict[str, Any]:
    from config.runs.models import Run

    from . import taking

    ended: Counter[str] = Counter(
        f"{kind} {status}" for kind, status in Run.objects.values_list("kind", "status")
    )
    return {
        "runs": dict(ended),
        "crashes": sum(Run.objects.values_list("crashes", flat=True)),
        "database_mib": taking.database_mib(),
        "rows": taking.rows_by_table(),
    }


def main(runs: str, minutes: str) -> None:
    begin()
    hand_over(soak(runs=int(runs), minutes=int(minutes)))


if __name__ == "__main__":
    main(*sys.argv[1:])
