"""The compiled engine outside of workers: for a page or a command."""

from __future__ import annotations

from typing import Any

from django.conf import settings


def share_compiled_code() -> None:
    """Load the engine that the workers compiled instead of compiling it. Takes effect before the
    engine is first imported: compiling takes ten seconds, loading one."""
    import numba  # takes half a second, and others do without it

    config: Any = numba.config
    folder = settings.DATA_DIR / "compiled"
    if not config.CACHE_DIR and folder.is_dir():
        config.CACHE_DIR = str(folder.absolute())
