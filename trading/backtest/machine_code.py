"""Machine code from Python, kept on disk between processes.

numba keeps the code of a function, with that of all it calls, under the source of that function's
own file: after an edit of another file the old code would be loaded. So it is kept in a folder
named after all compiled sources. It lies in NUMBA_CACHE_DIR (`numba.config.CACHE_DIR`), else beside
the source or in the user's cache folder, whichever can be written; where none can, each process
compiles for itself.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])

ROOT = Path(__file__).parents[1]
PACKAGES = ("backtest", "evidence")
"""Where there are compiled functions. What they read of other modules must be compiled, too."""
PREFIX = "crivo-"
KEPT = 4  # folders: of this code, and of others that may still run or come back
WHOLE = "whole"
"""The file beside code that was compiled ahead."""


def compiled(function: Function) -> Function:
    """Compile on first call, or load what an earlier process compiled from the same sources."""
    # Division by zero as IEEE has it: no check, no exception within the loop.
    compiler: Any = functools.partial(numba.njit, nogil=True, error_model="numpy")
    config: Any = numba.config
    folder = cache_folder(config.CACHE_DIR)
    if folder is None:
        return cast("Function", compiler(function))
    base, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return cast("Function", compiler(function, cache=True))
    except RuntimeError:  # "cannot cache function: no locator available", as it has no file
        return cast("Function", compiler(function))
    finally:
        config.CACHE_DIR = base


def compiled_now(compile_all: Callable[[], None]) -> bool:
    """Compile all ahead where that was not done yet: whether it was done now, and kept."""
    config: Any = numba.config
    folder = cache_folder(config.CACHE_DIR)
    if folder is None or (folder / WHOLE).exists():
        return False
    compile_all()
    with contextlib.suppress(OSError):
        (folder / WHOLE).touch()
        return True
    return False


@functools.cache
def cache_folder(base: str) -> Path | None:
    """Where the code of these sources is kept, in `base` unless it is ""; None if nowhere."""
    for place in [Path(base)] if base else list(_usual()):
        folder = place / f"{PREFIX}{sources_hash()}"
        with contextlib.suppress(OSError):
            new = not folder.is_dir()
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
            if not os.access(folder, os.W_OK):
                continue
            if new:
                _prune(place, folder)
            return folder
    return None


@functools.cache
def sources_hash() -> str:
    """16 hex digits of a hash over every file with a compiled function."""
    digest = hashlib.sha256()
    for file in sources():
        digest.update(str(file.relative_to(ROOT)).encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def sources() -> list[Path]:
    """The files with compiled functions, in order."""
    files = (file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
    return sorted(file for file in files if b"@compiled\n" in file.read_bytes())


def _usual() -> Iterator[Path]:
    yield ROOT / "__pycache__"
    with contextlib.suppress(RuntimeError):  # no home
        yield Path.home() / ".cache" / "crivo"


def _prune(place: Path, own: Path) -> None:
    """Remove the folders of other sources but for those last used."""
    others = [(one.stat().st_mtime, one) for one in place.glob(f"{PREFIX}*") if one != own]
    for _, old in sorted(others, reverse=True)[KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
