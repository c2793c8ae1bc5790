"""Static files in the folder from which the web server sends them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

_STAMP = "collected"


def collect() -> None:
    """`collectstatic`, unless neither the files nor what was made of them have changed since."""
    root = Path(settings.STATIC_ROOT)
    stamp = root / _STAMP
    if stamp.is_file() and stamp.read_text(encoding="ascii") == _state(root):
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(_state(root), encoding="ascii")


def _state(root: Path) -> str:
    """A hash of the names, sizes and times of the files and of what was made of them."""
    made_by = [settings.STORAGES["staticfiles"], *map(version, ("django", "whitenoise"))]
    return hashlib.sha256(repr([made_by, *_sources(), *_collected(root)]).encode()).hexdigest()


def _sources() -> Iterator[tuple[str, int, int]]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield _seen(Path(storage.path(name)))


def _collected(root: Path) -> Iterator[tuple[str, int, int]]:
    for file in sorted(root.rglob("*")):
        if file.name != _STAMP:
            yield _seen(file)


def _seen(file: Path) -> tuple[str, int, int]:
    found = file.stat()
    return str(file), found.st_size, found.st_mtime_ns
