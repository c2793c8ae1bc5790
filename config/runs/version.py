"""Which code started a run."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings


@cache
def code_version() -> str:
    """The first 12 hex digits of a hash over the source and data files of the project's apps.

    It changes with any of them, committed or not, and needs no version control.
    """
    digest = hashlib.sha256()
    for file in sorted(_files()):
        digest.update(str(file.relative_to(settings.BASE_DIR)).encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _files() -> set[Path]:
    base: Path = settings.BASE_DIR
    packages = {"config", "hypotheses", "trading"}
    if settings.CHECKOUT:
        homes = [Path(app.path) for app in apps.get_app_configs()]
        own = [home for home in homes if home.is_relative_to(base)]
        packages = {
            home.relative_to(base).parts[0] for home in own if "site-packages" not in home.parts
        }
    return {
        file
        for package in packages
        for file in (base / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and "shipped" not in file.parts
    }
