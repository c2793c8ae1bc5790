"""When what happened: a line each, by any process, on the clock that all of a machine share."""

from __future__ import annotations

import os
import time
from functools import cache
from pathlib import Path

from django.conf import settings

from config.runs.points import Point

POLLED, TAKEN, CLAIMED = "polled", "taken", "claimed"


def note(what: str, when: float | None = None) -> None:
    """One write, so that no line stands in another."""
    when = time.monotonic() if when is None else when
    os.write(_descriptor(), f"{what} {when!r}\n".encode())


def note_claim(point: Point, _run_id: int, _what: str) -> None:
    if point == CLAIMED:
        note(CLAIMED)


def notes_since(place: int) -> dict[str, float]:
    """What was noted behind a place of the file, the last of each."""
    if not _file().exists():
        return {}
    with _file().open("rb") as file:
        file.seek(place)
        lines = [line.split() for line in file.read().decode().splitlines()]
    return {what: float(when) for what, when in lines}


def place() -> int:
    """Where the next note will stand."""
    return _file().stat().st_size if _file().exists() else 0


@cache
def _descriptor() -> int:
    """Open for good: to open it each time would be part of what is measured."""
    return os.open(_file(), os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _file() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "notes"
