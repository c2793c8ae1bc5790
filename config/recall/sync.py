"""Keeps the index up to date with the database: normally after each commit, in any case by
`reindex`."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.db import transaction

from config.recall.port import RecallError, RecallSource, all_sources, source

from .index import Index, chosen, open_index

logger = logging.getLogger(__name__)


class _Pending(threading.local):
    """The rows changed in this thread's transaction, by collection."""

    def __init__(self) -> None:
        self.rows: dict[str, set[int]] = {}


class Synced(NamedTuple):
    """The work on one collection: rows stored and deleted, and the number of rows in all."""

    collection: str
    put: int
    dropped: int
    rows: int


_pending = _Pending()


def changed(collection: str, rows: Iterable[int]) -> None:
    """These rows are new, changed or deleted: the index is updated after the commit. It never
    fails what was committed: `reindex` makes up for a failure."""
    if not chosen():
        return
    _pending.rows.setdefault(collection, set()).update(rows)
    transaction.on_commit(_follow, robust=True)


def _follow() -> None:
    """Update the index for all rows at once, at the first call after a commit. Rows left over
    from a rollback do no harm: they are read again as they are."""
    waiting, _pending.rows = _pending.rows, {}
    if not waiting:
        return
    try:
        index = open_index()
        for collection, rows in waiting.items():
            update(index, collection, rows)
    except RecallError as error:
        sorted_rows = {name: sorted(rows) for name, rows in waiting.items()}
        logger.warning("not in the memory's index: %s (%s)", sorted_rows, error)


def update(index: Index, collection: str, rows: Iterable[int]) -> None:
    """Store or delete rows as they are in the database now. Raises RecallError."""
    wanted = sorted(set(rows))
    entries = list(source(collection).entries(wanted))
    gone = set(wanted) - {entry.row for entry in entries}
    if gone:
        index.store.drop(collection, sorted(gone))
    index.put(collection, entries)


def reindex(
    *, anew: bool = False, progress: Callable[[str], None] = lambda line: None
) -> list[Synced]:
    """Bring every collection up to date; a broken one, or all with `anew`, is rebuilt. Raises
    RecallError: a package is missing, another process is working on it, a provider fails."""
    index = open_index()
    if anew or _is_broken(index):
        index.store.remove()
    return [_in_step(index, each, progress) for each in all_sources()]


def behind() -> int:
    """The number of rows that the index lacks, holds with old texts or should not hold. Raises
    RecallError."""
    index = open_index()
    return sum(len(put) + len(drop) for put, drop in (_differing(index, s) for s in all_sources()))


def _is_broken(index: Index) -> bool:
    try:
        for each in all_sources():
            index.store.known(each.collection)
    except RecallError as error:
        if error.code != "broken":
            raise
        return True
    return False


def _in_step(index: Index, each: RecallSource, progress: Callable[[str], None]) -> Synced:
    put, drop = _differing(index, each)
    progress(f"{each.collection}: {len(put)}")
    if drop:
        index.store.drop(each.collection, drop)
    rows = sorted(put)
    for start in range(0, len(rows), 100):
        index.put(each.collection, each.entries(rows[start : start + 100]))
    return Synced(each.collection, len(put), len(drop), len(index.store.known(each.collection)))


def _differing(index: Index, each: RecallSource) -> tuple[set[int], list[int]]:
    """The rows to be stored, and those to be deleted."""
    known: Mapping[int, str] = index.store.known(each.collection)
    there = {entry.row: entry.stamp for entry in each.entries(None)}
    put = {row for row, stamp in there.items() if known.get(row) != stamp}
    return put, sorted(set(known) - set(there))
