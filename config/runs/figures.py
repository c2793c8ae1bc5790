"""Which figures there are: each app registers its own in AppConfig.ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """A metric: `values` are (label values, number), `total` one that only grows."""

    name: str
    help: str
    values: Sequence[tuple[Sequence[str], float]]
    labels: Sequence[str] = ()
    total: bool = False


Source = Callable[[], Iterable[Metric]]
_sources: dict[str, Source] = {}


def register(name: str, source: Source) -> None:
    """Make figures known; twice is once."""
    _sources.setdefault(name, source)


def collect() -> Iterator[Metric]:
    """All figures, as they are now."""
    for source in _sources.values():
        yield from source()
