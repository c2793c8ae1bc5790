"""What soak runs: LabConfig.ready registers how its runs are started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from config.runs.models import Run


@dataclass(frozen=True)
class Source:
    """`start` starts the n-th of as many runs as one likes, no two alike; of `every` so many runs
    of the soak one is of this kind."""

    start: Callable[[int], Run]
    every: int = 1


_sources: dict[str, Source] = {}


def register(kind: str, source: Source) -> None:
    """Make a source known. Twice is once."""
    _sources.setdefault(kind, source)


def start(number: int) -> Run:
    """Start the n-th run: of the rarest kind whose turn it is."""
    due = [source for source in _sources.values() if number % source.every == 0]
    return max(due, key=lambda source: source.every).start(number)
