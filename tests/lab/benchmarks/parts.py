"""The parts of the benchmark, each measured on a data folder of its own."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.utils.translation import gettext as _

from tests.lab.benchmarks import develop
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.watching import watch
from tests.lab.product import settings_module

PARTS = ("develop", "grid", "research", "calls", "bars", "evidence", "lists")
OPTIONAL = ("recall",)
"""Only when named: they need packages that are options."""

Progress = Callable[[str], None]
Measured = Mapping[str, Sequence[Figure]]


def measure(parts: Sequence[str], *, progress: Progress, small: bool = False) -> Measured:
    """The figures of each part. Raises BenchmarkError. Nothing is left behind.

    Every part has a new data folder with an empty database, and a process of its own, so that
    none finds what another left in memory or on disk.
    """
    with _prepared() as empty:
        found = {}
        for part in parts:
            progress(_("measuring %(part)s") % {"part": part})
            folder = empty.parent / part
            shutil.copytree(empty, folder)
            found[part] = _measured(part, _environment(folder), small=small)
        return found


@contextmanager
def _prepared() -> Iterator[Path]:
    """A data folder with an empty database, in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="crivo-benchmark-") as name:
        empty = Path(name) / "empty"
        empty.mkdir()
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        watch(migrate, _environment(empty), sample=False)
        yield empty


def _environment(folder: Path) -> dict[str, str]:
    """Of a process that knows no other data than that folder's."""
    return {
        "CRIVO_DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": settings_module(),
    }


def _measured(part: str, environment: Mapping[str, str], *, small: bool) -> Sequence[Figure]:
    if part == "develop":
        return develop.measure(environment, small=small)
    command = [
        sys.executable,
        "-m",
        "tests.lab.benchmarks.part",
        part,
        *(["small"] if small else []),
    ]
    told = watch(command, environment, sample=False).out
    return [Figure.from_plain(plain) for plain in json.loads(told)]
