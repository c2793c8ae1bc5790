"""Which code started a run."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings

_NOT_OURS = {"__pycache__", "shipped"}


@cache
def code_version() -> str:
    """The first 12 hex digits of a hash over the source and data files of the project's apps.

    It changes with any of them, committed or not, and needs no version control.
    """
    digest = hashlib.sha256()
    for path in sorted(_files()):  # without pathlib: there are hundreds, and a start waits for it
        digest.update(path.removeprefix(str(settings.BASE_DIR)).encode())
        with open(path, "rb") as file:  # noqa: PTH123
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:12]


def _files() -> Iterator[str]:
    base: Path = settings.BASE_DIR
    packages = {"config", "hypotheses", "trading"}
    if settings.CHECKOUT:
        homes = [Path(app.path) for app in apps.get_app_configs()]
        own = [home for home in homes if home.is_relative_to(base)]
        packages = {
            home.relative_to(base).parts[0] for home in own if "site-packages" not in home.parts
        }
    for package in packages:
        for folder, folders, names in os.walk(base / package):
            folders[:] = [name for name in folders if name not in _NOT_OURS]
            paths = (os.path.join(folder, name) for name in names)  # noqa: PTH118
            yield from filter(os.path.isfile, paths)
