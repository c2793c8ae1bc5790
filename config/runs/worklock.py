"""One supervisor on a data folder: a lock that ends with its process, however that ends.

On SQLite it stands beside the database: two folders that share one share the lock.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from .errors import RunError


class AlreadyWorking(RunError):
    """Another supervisor works on this data folder."""


@contextmanager
def held() -> Iterator[TextIO]:
    """The locked file, open for the holder's notes. Raises AlreadyWorking."""
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
    """The process group an earlier holder left in the file."""
    file.seek(0)
    text = file.read().strip()
    return int(text) if text.isdigit() else None


def note(file: TextIO, group: int) -> None:
    """Leave the process group for a later holder, should this one be killed."""
    file.seek(0)
    file.truncate()
    file.write(f"{group}\n")
    file.flush()
