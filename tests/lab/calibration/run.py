"""A calibration from its plan to its last line."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.lab.calibration.child import empty_database
from tests.lab.calibration.crew import crew
from tests.lab.calibration.lines import Line, Lines, alone, case_of
from tests.lab.calibration.plan import BARS, FIRST_SEED, RUNS, SHARES, Case, Sort, cases
from tests.lab.calibration.setting import fingerprint, setting
from trading.domain.gates import DEFAULT_PROFILE


@dataclass(frozen=True, slots=True)
class Asked:
    """What to calibrate."""

    runs: int = RUNS
    sorts: Sequence[Sort] = tuple(SHARES)
    profile: str = DEFAULT_PROFILE
    bars: int = BARS
    workers: int = 2
    first_seed: int = FIRST_SEED
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """Where it stands after a run: `done` of `of`, and the seconds that the rest may take."""

    line: Line
    done: int
    of: int
    left: float


@dataclass(frozen=True, slots=True)
class Calibrated:
    """All lines there are under this setting, those of earlier calls among them."""

    lines: Sequence[Line]
    setting: dict[str, Any]
    path: Path
    others: int
    """Files of lines under other settings, in the same folder: another code, profile, length."""


Hear = Callable[[Progress], None]


def calibrate(asked: Asked, *, hear: Hear, begin: Callable[[int, int], None]) -> Calibrated:
    """Run what is not there yet of what is asked for; each line is kept as soon as it is known.

    `begin` is told how many runs there are already, and how many are to come; `hear` of each.
    Raises CalibrationError. Whatever ends it: no process and no folder is left behind.
    """
    common = setting(bars=asked.bars, profile=asked.profile)
    home: Path = settings.DATA_DIR / "calibration"
    with alone(home):
        lines = Lines(home / f"{asked.profile}-{fingerprint(common)}.jsonl", common)
        if asked.fresh:
            lines.clear()
        known = {case_of(line) for line in lines.read()}
        planned = cases(asked.sorts, asked.runs, asked.first_seed)
        missing = [case for case in planned if case not in known]
        begin(len(planned) - len(missing), len(missing))
        if missing:
            _play(asked, missing, lines, home / "scratch", hear)
        others = len(list(home.glob("*.jsonl"))) - lines.path.exists()
        return Calibrated(lines.read(), common, lines.path, others)


def _play(asked: Asked, missing: Sequence[Case], lines: Lines, scratch: Path, hear: Hear) -> None:
    shutil.rmtree(scratch, ignore_errors=True)  # of one that was killed: we hold the lock
    said = {"code": lines.common["code"], "profile": asked.profile, "workers": asked.workers}
    try:
        empty = empty_database(scratch / "empty")
        with crew(missing, asked.workers, scratch, empty) as workers:
            begun = time.monotonic()
            told = workers.play(asked.bars, asked.profile)
            for done, (case, found) in enumerate(told, 1):
                at = datetime.now(UTC).isoformat(timespec="seconds")
                line = case._asdict() | found | said | {"at": at}
                lines.add(line)
                pace = (time.monotonic() - begun) / done
                hear(Progress(line, done, len(missing), pace * (len(missing) - done)))
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
