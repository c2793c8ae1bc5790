"""Which hosts are working: the heartbeat of each supervisor; and the lock for one supervisor per
data folder."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TextIO

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from config.runs.errors import RunError
from config.runs.lease import host_name
from config.runs.models import WorkerHost

MISSED = 6
"""Sweeps without a heartbeat after which a host counts as gone; never less than a lease."""


def beat() -> None:
    """Record that this host's supervisor is working."""
    values = {"supervisor": os.getpid(), "workers": settings.WORKERS, "seen_at": Now()}
    WorkerHost.objects.update_or_create(name=host_name(), defaults=values)


def alive() -> QuerySet[WorkerHost]:
    """The hosts with a recent heartbeat, by the database's clock. A heartbeat in the future does
    not count: it is from before the clock was set back."""
    seconds = max(MISSED * settings.RUN_SWEEP_SECONDS, settings.RUN_LEASE_SECONDS)
    patience = timedelta(seconds=seconds)
    return WorkerHost.objects.filter(seen_at__gt=Now() - patience, seen_at__lt=Now() + patience)


def forget_gone(days: int = 7) -> int:
    """Delete hosts without a heartbeat for long; returns the number."""
    gone, _models = WorkerHost.objects.filter(seen_at__lt=Now() - timedelta(days=days)).delete()
    return gone


# One supervisor per data folder: a lock that ends with its process, however that ends. On SQLite
# the lock is beside the database: two folders that share one share the lock.


class AlreadyWorking(RunError):
    """Another supervisor works on this data folder."""


@contextmanager
def worker_lock() -> Iterator[TextIO]:
    """The locked file, open for the holder's entry. Raises AlreadyWorking."""
    path = place()
    with path.open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            setting = "DATABASE_URL" if settings.SQLITE else "CRIVO_DATA_DIR"
            raise AlreadyWorking(
                _(
                    "a worker is running already on %(folder)s: stop it first, or set "
                    "%(setting)s to another place"
                )
                % {"folder": path.parent, "setting": setting}
            ) from None
        yield file


def place() -> Path:
    """The file that is locked."""
    if settings.SQLITE:
        return Path(str(connection.settings_dict["NAME"])).resolve().parent / "work.lock"
    folder: Path = settings.DATA_DIR
    return folder / "work.lock"


def noted(file: TextIO) -> int | None:
    """The process group that an earlier holder left in the file."""
    file.seek(0)
    text = file.read().strip()
    return int(text) if text.isdigit() else None


def note(file: TextIO, group: int) -> None:
    """Write the process group for a later holder, in case this process is killed."""
    file.seek(0)
    file.truncate()
    file.write(f"{group}\n")
    file.flush()
