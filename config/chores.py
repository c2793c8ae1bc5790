"""What is done now and then, small and in the supervisor: each app's AppConfig.ready registers its
part."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection

from config import outage

logger = logging.getLogger(__name__)


@dataclass
class Chore:
    """Something quick that is done every so many seconds, and soon after the start.

    Where it changed as many rows as it does in one go (`full`), there are more: it is due again
    with the next sweep.
    """

    every: float
    do: Callable[[], int]
    full: int | None = None
    due: float = 0.0


chores: dict[str, Chore] = {}
"""Those that are known, by name."""


def register(name: str, *, every: float, do: Callable[[], int], full: int | None = None) -> None:
    """Make a chore known: `do` says how many rows it changed. Twice is once."""
    chores.setdefault(name, Chore(every, do, full))


def run_due() -> None:
    """Do what is due. What fails is logged, and tried again when it is due again."""
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
