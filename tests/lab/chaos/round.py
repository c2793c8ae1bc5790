"""A round, in a process of its own: `python -m tests.lab.chaos.round KILLS SEED MODELS OLD [KIND]`.

Submits the runs, has a supervised worker execute them, kills what it may, and tells as JSON what
became of them. With MODELS (1 or 0) the runs ask a model: a server in this process. With OLD, a
folder, the worker begins by the code there, and is upgraded to ours after some kills, or
when half of the runs have ended.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .apart import begin, hand_over, tell

if TYPE_CHECKING:
    from config.runs.models import Run

    from .model import Model

KILLS_BEFORE = 4  # at most, before an upgrade: a round's runs may end after ten
PATIENCE = 300
"""Seconds after the last kill, and after each step and run that is finished, for the next."""


def play(
    *,
    kills: int,
    seed: int,
    old: Path | None,
    only: str,
    asked: Counter[str],
    progress: Callable[[str], None],
) -> dict[str, Any]:
    """What a round came to: its runs with their rows, what was killed, how long it took.

    `asked` counts what the model is asked, while it is.
    """
    from django.conf import settings

    from . import scenarios
    from .asking import calls_of
    from .killing import Killer
    from .worker import Worker

    runs = scenarios.submit_all(only)
    begun = time.monotonic()
    with Worker(settings.DATA_DIR / "work.log", old) as worker:
        killer = Killer(seed, worker, progress)
        last, finished = time.monotonic(), 0
        while (left := _unfinished(runs)) and time.monotonic() - last < PATIENCE:
            if old and upgrade_due(killer.made, kills, len(left), len(runs)):
                worker.upgrade()
                old = None
            if killer.made < kills:
                killer.strike()
                last = time.monotonic()
            else:
                worker.family()
                time.sleep(0.2)
            if (now := _finished(left)) != finished:
                last, finished = time.monotonic(), now
        seconds = time.monotonic() - begun
    return {
        "upgraded": old is None,
        "killed": dict(killer.killed),
        "hit": dict(killer.hit),
        "unfinished": left,
        "left": worker.left,
        "log": worker.log.read_text(errors="replace") if left or worker.left else "",
        "seconds": round(seconds, 1),
        **_told(runs),
        **calls_of(asked).told(),
    }


def upgrade_due(made: int, kills: int, left: int, runs: int) -> bool:
    """Whether so many kills are made, or so many runs ended, that the worker is upgraded."""
    return made >= min(kills / 2, KILLS_BEFORE) or left <= runs / 2


def _unfinished(runs: Sequence[Run]) -> list[str]:
    """Each run that goes on, with its status."""
    from config.runs.models import Run

    active = Run.objects.active().filter(pk__in=[run.pk for run in runs]).order_by("pk")
    return [f"{pk} ({status})" for pk, status in active.values_list("pk", "status")]


def _finished(left: Sequence[str]) -> int:
    """Tells whether there is progress: another number is some."""
    from config.runs.models import Step

    return Step.objects.count() - len(left)


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


def main(kills: str, seed: str, models: str, old: str, only: str = "") -> None:
    with _model(models == "1") as model:
        if model is not None:
            os.environ |= model.settings  # ours, and those of all that we start
        begin()
        asked = model.asked if model is not None else Counter()
        hand_over(
            play(
                kills=int(kills),
                seed=int(seed),
                old=Path(old) if old else None,
                only=only,
                asked=asked,
                progress=tell,
            )
        )


def _model(wanted: bool) -> AbstractContextManager[Model | None]:
    if not wanted:
        return nullcontext()
    from .model import Model

    def answer(body: Any) -> dict[str, Any]:
        from . import scenarios

        return scenarios.answer(body)

    return Model(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
