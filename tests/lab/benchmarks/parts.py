"""The parts of the benchmark, each measured on a data folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.lab.benchmarks import develop, model_calls, pickup, refinements, starts
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.watching import watch
from tests.lab.product import settings_module

COMMANDS: Mapping[str, Callable[..., Sequence[Figure]]] = {
    "starts": starts.measure,
    "develop": develop.measure,
    "pickup": pickup.measure,
    "refinements": refinements.measure,
    "model_calls": model_calls.measure,
}
"""They measure commands of ours from outside; the others are measured from within a process."""
PARTS = (
    "starts",
    "serving",
    "lists",
    "develop",
    "pickup",
    "refinements",
    "grid",
    "bars",
    "evidence",
    "research",
    "calls",
    "model_calls",
)
OPTIONAL = ("recall",)
"""Only when named: they need packages that are options."""

Measured = Mapping[str, Sequence[Figure]]


def measure(part: str, *, small: bool = False, database: str = "") -> Sequence[Figure]:
    """The figures of a part. Raises BenchmarkError. Nothing is left behind.

    It has a new data folder with an empty database, and a process of its own, so that it finds
    nothing that another left in memory or on disk. `database` is a PostgreSQL server beside it.
    """
    with _own_kernels(), _prepared() as folder:
        environment = _environment(folder)
        if part not in COMMANDS:
            return _within(part, environment, small=small)
        found = COMMANDS[part]
        if part == "refinements":
            found = partial(found, database=database)
        return found(environment, small=small)


PRESCRIBED = ("OPENBLAS_CORETYPE", "NVPL_BLAS_DEBUG_CPU_TYPE", "NPY_DISABLE_CPU_FEATURES")
"""What a shell may prescribe to the products of matrices in place of what its processor has: one of
them made a refinement half as dear again."""


@contextmanager
def _own_kernels() -> Iterator[None]:
    """Measured as a processor computes by itself."""
    held = {name: os.environ.pop(name) for name in PRESCRIBED if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(held)


@contextmanager
def _prepared() -> Iterator[Path]:
    """A data folder with an empty database, in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="crivo-benchmark-") as name:
        folder = Path(name) / "data"
        folder.mkdir()
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        watch(migrate, _environment(folder), sample=False)
        yield folder
        shutil.rmtree(folder, ignore_errors=True)  # what ends late may still write to it


def _environment(folder: Path) -> dict[str, str]:
    """Of a process that knows no other data than that folder's."""
    return {
        "CRIVO_DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": settings_module(),
        "PYTHONDONTWRITEBYTECODE": "",  # who uses it compiles the sources once
    }


def _within(part: str, environment: Mapping[str, str], *, small: bool) -> Sequence[Figure]:
    command = [
        sys.executable,
        "-m",
        "tests.lab.benchmarks.part",
        part,
        *(["small"] if small else []),
    ]
    told = watch(command, environment, sample=False).out
    return [Figure.from_plain(plain) for plain in json.loads(told)]
