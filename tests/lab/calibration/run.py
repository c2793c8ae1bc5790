"""A calibration from its plan to its last line."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from tests.lab.calibration.carrying import REPLAYS, carry, compared, read_earlier, replays
from tests.lab.calibration.child import empty_database
from tests.lab.calibration.crew import crew
from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.lines import Line, Lines, alone, case_of, parsed
from tests.lab.calibration.plan import BARS, FIRST_SEED, RUNS, SHARES, Case, Sort, cases
from tests.lab.calibration.setting import fingerprint, setting
from trading.domain.gates import DEFAULT_PROFILE

_REMOVALS, _REMOVAL_PAUSE = 100, 0.05
"""Tries and seconds: a killed process may take a moment to be gone from a busy machine."""


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
    carry: Path | None = None
    """Lines of an earlier code, taken over when `replays` of its cases end alike."""
    compare: Path | None = None
    """Lines of an earlier code, of which some cases are played again to tell how they end now."""
    replays: int = REPLAYS


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
    carried: Sequence[Line]
    """What was taken over from earlier codes, a record each time."""
    others: int
    """Files of lines under other settings, in the same folder: another code, profile, length."""
    lengths: Mapping[int, Sequence[Line]] = field(default_factory=dict)
    """Of those that differ in the length of their histories alone, the lines by bars."""
    compared: Mapping[str, Any] | None = None
    """How cases of an earlier code end by the present one, where that was asked for."""


Hear = Callable[[Progress], None]
Begin = Callable[[int, int], None]


def calibrate(asked: Asked, *, hear: Hear, begin: Begin) -> Calibrated:
    """Run what is not there yet of what is asked for; each line is kept as soon as it is known.

    `begin` is told how many runs there are already, and how many are to come; `hear` of each.
    Raises CalibrationError. Whatever ends it: no process and no folder is left behind.
    """
    common = setting(bars=asked.bars, profile=asked.profile)
    home: Path = settings.DATA_DIR / "calibration"
    with alone(home):
        lines = Lines(home / f"{asked.profile}-{fingerprint(common)}.jsonl", common)
        earlier = read_earlier(asked.carry, common) if asked.carry else None
        other = read_earlier(asked.compare, common) if asked.compare else None
        if asked.fresh:
            lines.clear()
        if other:
            _play(asked, replays(other, asked.replays), lines, begin=begin, hear=hear)
        if earlier:
            _play(asked, replays(earlier, asked.replays), lines, begin=begin, hear=hear)
            carry(earlier, lines)
        planned = cases(asked.sorts, asked.runs, asked.first_seed)
        _play(asked, planned, lines, begin=begin, hear=hear)
        others = sorted(set(home.glob("*.jsonl")) - {lines.path})
        carried = lines.carried()
        lengths = other_lengths(others, common, {record["from"] for record in carried})
        return Calibrated(
            lines.read(), common, lines.path, carried, len(others), lengths,
            compared(other, lines) if other else None,
        )  # fmt: skip


def other_lengths(
    files: Sequence[Path], common: Mapping[str, Any], earlier: Set[str]
) -> dict[int, Sequence[Line]]:
    """Lines of histories of other lengths, by this code or by one whose lines were taken over."""
    found: dict[int, Sequence[Line]] = {}
    for file in files:
        rows = parsed(file)
        own = rows[0].get("setting", {}) if rows else {}
        differing = {name for name in {*own, *common} if own.get(name) != common.get(name)}
        if "bars" in differing <= {"bars", "code"} and own["code"] in {common["code"], *earlier}:
            found[own["bars"]] = [row for row in rows if "kind" in row]
    return dict(sorted(found.items()))


def _play(asked: Asked, planned: Sequence[Case], lines: Lines, *, begin: Begin, hear: Hear) -> None:
    """Run what is planned and not there yet."""
    known = {case_of(line) for line in lines.read()}
    missing = [case for case in planned if case not in known]
    begin(len(planned) - len(missing), len(missing))
    if not missing:
        return
    scratch = lines.path.parent / "scratch"
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
        _remove(scratch)


def _remove(folder: Path) -> None:
    """Remove a folder that a process which was just killed may still write into, or make anew."""
    for _ in range(_REMOVALS):
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(_REMOVAL_PAUSE)
        if not folder.exists():
            return
    raise CalibrationError("scratch", folder=folder)
