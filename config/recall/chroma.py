"""Vectors in Chroma, embedded, in a folder of the data folder.

Chroma 1.5 does not see what another process wrote while it holds a folder open, and its writers do
not wait for each other. So each use locks and opens the folder, and closes it again: some 50 ms. A
child forked from a process that used Chroma would hang in it: it raises an error at once.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from config.error_texts import error_line
from config.recall.port import RecallError

from .port import IndexedEntry, Scores, Vector

INSTALL = "pip install chromadb==1.5.9"
_DIGITS = 6  # digits of a score: two machines may sum in another order
_PAUSE = 0.02
_BATCH = 500
_BREADTH = 200  # neighbours looked at in the graph: more find nearer rows and take longer
_one_at_a_time = threading.Lock()
_used_by: list[int] = []
"""The process that first used the library here, or the parent that it was forked from."""


class ChromaStore:
    """The collections of one vector space; `patience` is how many seconds it waits for other
    processes."""

    def __init__(self, folder: Path, space: str, patience: float = 5.0) -> None:
        self.folder = folder
        self.patience = patience
        self._space = sha256(space.encode()).hexdigest()[:12]

    def put(self, collection: str, items: Iterable[IndexedEntry]) -> None:
        given = list(items)
        with self._open() as client:
            found = self._collection(client, collection)
            for start in range(0, len(given), _BATCH):
                self._put(found, given[start : start + _BATCH])

    def drop(self, collection: str, rows: Iterable[int]) -> None:
        gone = list(rows)
        with self._open() as client:
            found = self._collection(client, collection)
            for start in range(0, len(gone), _BATCH):
                found.delete(where={"row": {"$in": gone[start : start + _BATCH]}})

    def known(self, collection: str) -> Mapping[int, str]:
        with self._open() as client:
            metadata = self._collection(client, collection).get(include=["metadatas"])["metadatas"]
        return {int(each["row"]): str(each["stamp"]) for each in metadata or ()}

    def nearest(
        self, collections: Sequence[str], vector: Vector, *, owner: int | None, most: int
    ) -> dict[str, Scores]:
        """The search is approximate; the scores of its results are recomputed exactly."""
        where = None if owner is None else {"owner": owner}
        with self._open() as client:
            found = {}
            for name in collections:
                collection = self._collection(client, name)
                if not collection.count():
                    continue
                answer = collection.query(
                    query_embeddings=[vector],
                    n_results=most,
                    where=where,
                    include=["embeddings", "metadatas"],
                )
                found[name] = _scores(vector, answer)
        return found

    def remove(self) -> None:
        """Delete the whole folder: its content can be rebuilt."""
        with self._alone():
            shutil.rmtree(self.folder / "chroma", ignore_errors=True)

    def _put(self, found: Any, items: Sequence[IndexedEntry]) -> None:
        """Earlier vectors of these rows are deleted first: a row may have had more wordings."""
        found.delete(where={"row": {"$in": [item.entry.row for item in items]}})
        ids, vectors, known = [], [], []
        for entry, made in items:
            for number, vector in enumerate(made):
                ids.append(f"{entry.row}.{number}")
                vectors.append(vector)
                known.append({"row": entry.row, "owner": entry.owner, "stamp": entry.stamp})
        if ids:
            found.upsert(ids=ids, embeddings=vectors, metadatas=known)

    def _collection(self, client: Any, name: str) -> Any:
        # One thread, which adds in a fixed order: the same content makes the same graph.
        breadth = {"ef_construction": _BREADTH, "ef_search": _BREADTH}
        hnsw = {"space": "cosine", "num_threads": 1, **breadth}
        return client.get_or_create_collection(
            f"{name}.{self._space}", embedding_function=None, configuration={"hnsw": hnsw}
        )

    @contextmanager
    def _open(self) -> Iterator[Any]:
        with self._alone():
            client = None
            try:
                client = _client(self.folder / "chroma")
                yield client
            except RecallError:
                raise
            # On a broken folder the library raises anything, even panics of its Rust part, which
            # are no Exception: a lost memory must not fail a run.
            except BaseException as error:
                if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
                    raise
                reason = error_line(f"{type(error).__name__}: {error}")
                raise RecallError("broken", said=reason) from error
            finally:
                if client is not None:
                    client.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A context without other threads or processes in the folder. Raises RecallError."""
        end = time.monotonic() + self.patience
        if not _one_at_a_time.acquire(timeout=self.patience):
            raise RecallError("busy", seconds=f"{self.patience:g}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with (self.folder / "lock").open("a") as lock:
                while not _locked(lock):
                    if time.monotonic() > end:
                        raise RecallError("busy", seconds=f"{self.patience:g}")
                    time.sleep(_PAUSE)
                yield
        finally:
            _one_at_a_time.release()


def _locked(lock: Any) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _client(folder: Path) -> Any:
    """It sends no telemetry and takes no relevant setting from the environment."""
    try:
        import chromadb
        from chromadb.config import Settings
    except ImportError:
        raise RecallError(
            "missing", setting="CRIVO_MEMORY=chroma", package="chromadb", command=INSTALL
        ) from None
    if (_used_by or [os.getpid()])[0] != os.getpid():
        raise RecallError("forked")
    _used_by[:] = [os.getpid()]
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic's own
        anonymized_telemetry=False,
        chroma_otel_collection_endpoint="",
        chroma_api_impl="chromadb.api.rust.RustBindingsAPI",
    )
    return chromadb.PersistentClient(path=str(folder), settings=settings)


def _scores(vector: Vector, answer: Any) -> Scores:
    """The best cosine over each row's wordings."""
    found: Scores = {}
    rows = [int(each["row"]) for each in answer["metadatas"][0]]
    for row, other in zip(rows, answer["embeddings"][0], strict=True):
        cosine = sum(a * float(b) for a, b in zip(vector, other, strict=True))
        found[row] = max(found.get(row, -1.0), round(cosine, _DIGITS))
    return found
