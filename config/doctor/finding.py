"""What one check found."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from config.error_texts import N_

CHECKS = (
    N_("broker"), N_("data folder"), N_("database"), N_("encoding"), N_("idea search"),
    N_("integrity"), N_("journal"), N_("languages"), N_("memory"), N_("migrations"), N_("model"),
    N_("packages"), N_("proxies"), N_("queue"), N_("secret key"), N_("settings"), N_("standing"),
    N_("static files"), N_("strategy search"), N_("worker"),
)  # fmt: skip
"""Names of checks that pages translate; the command and its JSON do not."""


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
    """Register a check of an app's rows. Registering it twice has no further effect."""
    if check not in _of_apps:
        _of_apps.append(check)


def of_apps() -> list[DoctorFinding]:
    """The findings of the apps' checks of their rows."""
    return [check() for check in _of_apps]
