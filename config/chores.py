"""Small periodic tasks that the supervisor runs; each app's AppConfig.ready registers its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection

from config import outage

logger = logging.getLogger(__name__)


HOUR, DAY = 3_600, 86_400


@dataclass
class Chore:
    """A quick task that is done every `seconds`, and soon after the start.

    A run that changes as many rows as one run may (`full`) leaves more to do: the task is due again
    with the next sweep.
    """

    every: float
    do: Callable[[], int]
    full: int | None = None
    due: float = 0.0


chores: dict[str, Chore] = {}
"""The registered chores by name."""


def register(name: str, *, every: float, do: Callable[[], int], full: int | None = None) -> None:
    """Register a chore: `do` returns the number of rows that it changed. Registering it twice has
    no further effect."""
    chores.setdefault(name, Chore(every, do, full))


def run_due() -> None:
    """Run the chores that are due. A failure is logged, and the chore is tried again when it is
    next due."""
    for name, chore in chores.items():
        if time.monotonic() < chore.due:
            continue
        chore.due = time.monotonic() + chore.every
        try:
            if changed := chore.do():
                logger.info("%s: %d", name, changed)
            if changed and changed == chore.full:
                chore.due = 0.0
        except Exception as error:  # noqa: BLE001  # it must not keep the sweep from its work
            outage.log(logger, f"{name} failed", error)
            connection.close()
