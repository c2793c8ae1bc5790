"""A small disk, that is really full when it is full."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


class Disk:
    """A mounted tmpfs; `filler` is what takes its room."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """To the last byte."""
        with suppress(OSError), self._filler.open("ab", buffering=0) as file:
            for size in (1 << 20, 4_096, 1):
                with suppress(OSError):
                    while file.write(b"\0" * size):
                        pass

    def free(self) -> None:
        self._filler.unlink()

    def full_for(self, seconds: float) -> None:
        self.fill()
        time.sleep(seconds)
        self.free()


@contextmanager
def small_disk(folder: Path, mib: int) -> Iterator[Disk]:
    """Skips where a disk may not be mounted."""
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={mib}m", "crivo-test", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("a full disk needs the right to mount one (a tmpfs)")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)  # noqa: S607
