"""What can be found by meaning: each app's AppConfig.ready registers its collections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .port import Entry


@dataclass(frozen=True)
class RecallSource:
    """A collection, and the entries of some of its rows, or of all (None); a row that is gone, or
    that nobody is to find any more, has none."""

    collection: str
    entries: Callable[[Sequence[int] | None], Iterator[Entry]]


_sources: dict[str, RecallSource] = {}


def register(source: RecallSource) -> None:
    """Make a collection known; twice is once."""
    _sources[source.collection] = source


def source(collection: str) -> RecallSource:
    return _sources[collection]


def all_sources() -> list[RecallSource]:
    """Every collection, in the order of their names."""
    return [_sources[name] for name in sorted(_sources)]
