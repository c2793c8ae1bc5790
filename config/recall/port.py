"""The interfaces between the parts of an index by meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from config.error_texts import N_, TranslatableError

Vector = list[float]
Scores = dict[int, float]
"""The cosine of each row that was found."""


class Entry(NamedTuple):
    """A row with its texts, one for each wording; `owner` 0 is nobody."""

    row: int
    owner: int
    texts: tuple[str, ...]

    @property
    def stamp(self) -> str:
        """A stamp of the texts behind its vectors: another stamp means that the vectors are out
        of date."""
        return hashlib.sha256(repr((self.owner, self.texts)).encode()).hexdigest()[:16]


class IndexedEntry(NamedTuple):
    """An entry with its vectors, one for each wording."""

    entry: Entry
    vectors: Sequence[Vector]


class Embedder(Protocol):
    """Turns texts into vectors of length 1. Raises RecallError.

    `name` names the space: vectors of two names are not compared. Texts with a cosine below `floor`
    have nothing in common; from `alike` on they say nearly the same. `tickets` are the calls that
    it made.
    """

    name: str
    floor: float
    alike: float
    tickets: list[int]

    def passages(self, texts: Sequence[str]) -> list[Vector]: ...

    def query(self, text: str) -> Vector: ...


class VectorStorePort(Protocol):
    """Stores vectors of rows, in collections. Raises RecallError."""

    def put(self, collection: str, items: Iterable[IndexedEntry]) -> None:
        """Store these; earlier vectors of the same rows are replaced."""

    def drop(self, collection: str, rows: Iterable[int]) -> None:
        """Delete these rows, if they are stored."""

    def known(self, collection: str) -> Mapping[int, str]:
        """The stamp of each row."""

    def nearest(
        self, collections: Sequence[str], vector: Vector, *, owner: int | None, most: int
    ) -> dict[str, Scores]:
        """The nearest rows of each collection, `most` at most, of one owner or of all (None)."""

    def remove(self) -> None:
        """Delete everything."""


# Why nothing can be found by meaning just now; callers go on by words.


class RecallError(TranslatableError):
    """The index, or what computes its vectors, cannot be used."""

    messages = {
        "missing": N_("%(setting)s needs the package %(package)s: %(command)s"),
        "no_model": N_("CRIVO_MEMORY names a model, but no model provider serves `memory`"),
        "embeddings": N_("no embeddings: %(why)s"),
        "busy": N_("another process has locked the memory's index for %(seconds)s seconds"),
        "forked": N_("this process was forked from one that had used the memory's index"),
        "broken": N_("the memory's index cannot be used (%(said)s); "
                     "`manage.py reindex_memory` rebuilds it"),
        "empty": N_("the memory's index holds nothing yet; `manage.py reindex_memory` fills it"),
    }  # fmt: skip


# The rows that can be found by meaning: each app's AppConfig.ready registers its collections.


@dataclass(frozen=True)
class RecallSource:
    """A collection, and a function that gives the entries of some of its rows, or of all (None);
    a row that is deleted or hidden has none."""

    collection: str
    entries: Callable[[Sequence[int] | None], Iterator[Entry]]


_sources: dict[str, RecallSource] = {}


def register(source: RecallSource) -> None:
    """Register a collection. Registering it twice has no further effect."""
    _sources[source.collection] = source


def source(collection: str) -> RecallSource:
    return _sources[collection]


def all_sources() -> list[RecallSource]:
    """Every collection, sorted by name."""
    return [_sources[name] for name in sorted(_sources)]
