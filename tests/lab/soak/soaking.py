"""Many runs on a scratch database, and what they did to memory and database."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tests.lab.chaos.apart import Progress, work_apart
from tests.lab.chaos.scratch import engine, scratch

from . import judging
from .judging import Course
from .passing import in_words, too_many

SERVER_ERROR = 500


@dataclass
class Soak:
    """What was measured, and what is wrong with it."""

    database: str
    told: Mapping[str, Any]
    memory: dict[str, Course]
    files: dict[str, Course]
    growth: tuple[float, float]
    faults: list[str] = field(default_factory=list)

    @property
    def well(self) -> bool:
        return not self.faults


def make_soak(
    *, runs: int, minutes: int, database: str = "", redis: str = "", progress: Progress
) -> Soak:
    """So many runs, or as many as are begun in that time.

    Raises ChaosError when there is nothing to work on.
    """

    def tell(done: str) -> None:
        progress(_("%(done)s of %(runs)s runs") % {"done": done, "runs": runs})

    ours = {
        "DJANGO_SETTINGS_MODULE": "tests.lab.soak.settings",
        "CRIVO_LANGUAGE": "en",  # which process is which is read from the log
        "CRIVO_METRICS_TOKEN": secrets.token_hex(16),
    }
    with scratch(database, redis, ours) as place:
        place.prepare()
        told = work_apart("tests.lab.soak.round", [runs, minutes], place.fresh("soak"), tell)
        place.drop("soak")
    return judged(engine(database, redis), told)


def judged(database: str, told: Mapping[str, Any]) -> Soak:
    """What was measured, with its faults."""
    samples = judging.warm(told["samples"], sum(told["runs"].values()))
    soak = Soak(
        database,
        told,
        judging.memory(samples),
        judging.files(samples),
        judging.growth(samples),
    )
    soak.faults = [*_of_runs(told), *_of_memory(soak), *_of_rows(told), *_of_pages(told)]
    return soak


def _of_runs(told: Mapping[str, Any]) -> list[str]:
    faults = []
    if told["unfinished"]:
        faults.append(
            ngettext("%(n)s run does not end", "%(n)s runs do not end", told["unfinished"])
            % {"n": told["unfinished"]}
        )
    for ended, number in told["runs"].items():
        if not ended.endswith(" done"):
            faults.append(f"{ended}: {number}")
    if told["crashes"]:
        faults.append(_("workers died under their runs: %(n)s") % {"n": told["crashes"]})
    left = _("left behind by the worker: %(process)s")
    return faults + [left % {"process": process} for process in told["left"]]


def _of_memory(soak: Soak) -> list[str]:
    return [
        _("memory of %(what)s: %(first).1f MiB, then %(last).1f MiB (%(change)+.1f %%)")
        % {"what": name, **found._asdict(), "change": found.change * 100}
        for name, found in soak.memory.items()
        if not found.flat
    ]


def _of_rows(told: Mapping[str, Any]) -> list[str]:
    """What should have been let go by the end."""
    words = in_words()
    return [
        _("rows that stay: %(n)s %(what)s") % {"n": number, "what": words[name]}
        for name, number in too_many(told["left_rows"]).items()
    ]


def _of_pages(told: Mapping[str, Any]) -> list[str]:
    failed = [visit for visit in told["visits"] if not visit[2] or visit[2] >= SERVER_ERROR]
    faults = [
        _("the page %(path)s failed (%(status)s)") % {"path": path, "status": status}
        for _when, path, status, _seconds in failed[:5]
    ]
    return faults if told["visits"] else [_("no page was asked for")]


def page_seconds(soak: Soak) -> list[float]:
    """How long the pages took, warm: the median in the first fifth, and in the last."""
    seconds = [visit[3] for visit in soak.told["visits"]]
    fifth = max(len(seconds) // 5, 1)
    return [median(part) for part in (seconds[:fifth], seconds[-fifth:])] if seconds else []
