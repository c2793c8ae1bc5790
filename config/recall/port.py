"""What the parts of an index by meaning are to each other."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

Vector = list[float]
Scores = dict[int, float]
"""The cosine of what was found, by row."""


class Entry(NamedTuple):
    """A row that is to be found: by what it says, once for each wording; `owner` 0 is nobody."""

    row: int
    owner: int
    texts: tuple[str, ...]

    @property
    def stamp(self) -> str:
        """What its vectors were made of: another stamp means that they are stale."""
        return hashlib.sha256(repr((self.owner, self.texts)).encode()).hexdigest()[:16]


class IndexedEntry(NamedTuple):
    """An entry with its vectors, one for each wording."""

    entry: Entry
    vectors: Sequence[Vector]


class Embedder(Protocol):
    """Turns texts into vectors of length 1. Raises RecallError.

    `name` names the space: vectors of two names are not compared. Texts whose cosine is below
    `floor` have nothing in common; from `alike` on they say nearly the same. `tickets` are the
    calls it made.
    """

    name: str
    floor: float
    alike: float
    tickets: list[int]

    def passages(self, texts: Sequence[str]) -> list[Vector]: ...

    def query(self, text: str) -> Vector: ...


class VectorStorePort(Protocol):
    """Keeps vectors of rows, in collections. Raises RecallError."""

    def put(self, collection: str, items: Iterable[IndexedEntry]) -> None:
        """Keep these; what was kept of the same rows is replaced."""

    def drop(self, collection: str, rows: Iterable[int]) -> None:
        """Forget these rows, as far as they are known."""

    def known(self, collection: str) -> Mapping[int, str]:
        """The stamp of each row."""

    def nearest(
        self, collections: Sequence[str], vector: Vector, *, owner: int | None, most: int
    ) -> dict[str, Scores]:
        """At most so many rows of each collection, of one owner or of all (None)."""

    def remove(self) -> None:
        """Forget everything."""
