"""How often each step was computed, over all processes of a round."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from django.conf import settings

from config.runs.points import Point


def note(point: Point, run_id: int, what: str) -> None:
    """A line a computation that begins: one write, so that a kill leaves no half of it."""
    if point == "call":
        with _file().open("ab", buffering=0) as file:
            file.write(f"{run_id} {what}\n".encode())


def computations() -> Counter[str]:
    """How often each step of each run was begun."""
    file = _file()
    return Counter(file.read_text().splitlines() if file.exists() else [])


def _file() -> Path:
    folder: Path = settings.DATA_DIR
    return folder / "computed"
