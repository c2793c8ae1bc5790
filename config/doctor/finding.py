"""What one check found."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass


class Level(enum.StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True)
class DoctorFinding:
    check: str
    level: Level
    what: str
    mend: str = ""


def ok(check: str, what: str, mend: str = "") -> DoctorFinding:
    return DoctorFinding(check, Level.OK, what, mend)


def warn(check: str, what: str, mend: str) -> DoctorFinding:
    return DoctorFinding(check, Level.WARN, what, mend)


def fail(check: str, what: str, mend: str) -> DoctorFinding:
    return DoctorFinding(check, Level.FAIL, what, mend)


_of_apps: list[Callable[[], DoctorFinding]] = []


def register(check: Callable[[], DoctorFinding]) -> None:
    """Make known what an app asks of its rows. Twice is once."""
    if check not in _of_apps:
        _of_apps.append(check)


def of_apps() -> list[DoctorFinding]:
    """What the apps' own checks of their rows find."""
    return [check() for check in _of_apps]
