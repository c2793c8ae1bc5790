"""What one check found."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Level(enum.StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True)
class Finding:
    check: str
    level: Level
    what: str
    mend: str = ""


def ok(check: str, what: str, mend: str = "") -> Finding:
    return Finding(check, Level.OK, what, mend)


def warn(check: str, what: str, mend: str) -> Finding:
    return Finding(check, Level.WARN, what, mend)


def fail(check: str, what: str, mend: str) -> Finding:
    return Finding(check, Level.FAIL, what, mend)
