"""One supervisor on a data folder: a lock that ends with its process, however that ends."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from django.conf import settings
from django.utils.translation import gettext as _

from .errors import RunError


class AlreadyWorking(RunError):
    """Another supervisor works on this data folder."""


@contextmanager
def held() -> Iterator[TextIO]:
    """The locked file, open for the holder's notes. Raises AlreadyWorking."""
    path: Path = settings.DATA_DIR / "work.lock"
    with path.open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyWorking(
                _("a worker is running already on %(folder)s") % {"folder": settings.DATA_DIR}
            ) from None
        yield file


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
