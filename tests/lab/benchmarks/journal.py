"""What was measured when: a line a part, so that a long benchmark goes on where it stopped."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Self

from django.conf import settings

from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.machine import Machine

COMPARED = ("Django", "djangorestframework", "gunicorn", "langgraph",
            "langgraph-checkpoint-sqlite", "backtesting", "numba", "numpy")  # fmt: skip
PEERS = ("vectorbt",)


@dataclass(frozen=True, slots=True)
class Entry:
    """The figures of a part, the machine before and its load after, and what was measured."""

    part: str
    figures: Sequence[Figure]
    machine: Machine
    load_after: float
    commit: str
    at: str
    versions: Mapping[str, str]

    def as_plain(self) -> dict[str, Any]:
        return {
            "part": self.part,
            "figures": [figure.as_plain() for figure in self.figures],
            "machine": self.machine.as_plain(),
            "load_after": self.load_after,
            "commit": self.commit,
            "at": self.at,
            "versions": dict(self.versions),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        figures = [Figure.from_plain(one) for one in plain["figures"]]
        return cls(**{**plain, "figures": figures, "machine": Machine(**plain["machine"])})


def entry(part: str, figures: Sequence[Figure], machine: Machine, load_after: float) -> Entry:
    """Of what was measured just now."""
    at = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    return Entry(part, figures, machine, load_after, _commit(), at, _versions())


def read(path: Path) -> dict[str, Entry]:
    """The last entry of each part; none where there is no such file."""
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [Entry.from_plain(json.loads(line)) for line in lines]
    return {each.part: each for each in found}


def append(path: Path, one: Entry) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(one.as_plain()) + "\n")


def _commit() -> str:
    """Of the code that was measured; with a plus where it was changed since."""
    try:
        changed = "+" if _git("status", "--short", "--untracked-files=no") else ""
        return _git("rev-parse", "--short=8", "HEAD") + changed
    except (OSError, subprocess.CalledProcessError):
        return "?"


def _git(*words: str) -> str:
    return subprocess.run(  # our own command
        [shutil.which("git") or "git", *words],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def _versions() -> dict[str, str]:
    """Of what we stand on and are compared with, where it is installed."""
    beside = [str(path) for path in settings.BASE_DIR.glob(".venv-peers/lib/python*/site-packages")]
    return dict([*_installed(COMPARED), *_found(PEERS, beside)])


def _installed(names: Iterable[str]) -> Iterable[tuple[str, str]]:
    for name in names:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue


def _found(names: Sequence[str], folders: Sequence[str]) -> Iterable[tuple[str, str]]:
    from importlib.metadata import distributions

    for one in distributions(path=list(folders)):
        if one.metadata["Name"] in names:
            yield one.metadata["Name"], one.version
