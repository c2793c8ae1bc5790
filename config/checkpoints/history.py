"""The checkpoints of a run, read for a person."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.utils.translation import gettext as _

from config.checkpoints import engines

_NEXT = "branch:to:"  # how LangGraph names the way to a node


class CheckpointsUnreadable(Exception):
    """The checkpoints cannot be read; the error's text is one clear line."""


@dataclass(frozen=True)
class Checkpoint:
    """The state between two nodes; `error` is set when it cannot be read."""

    number: int
    attempt: int
    at: str = ""
    next: tuple[str, ...] = ()
    state: dict[str, Any] = field(default_factory=dict)
    error: str = ""


def checkpoints(run_id: int) -> list[Checkpoint]:
    """The checkpoints of a run, over all its attempts, in order. Raises CheckpointsUnreadable."""
    if not engines.exist():
        return []
    try:
        with _saver() as saver:
            return [_read(saver, number, *key) for number, key in enumerate(_keys(run_id), 1)]
    except (sqlite3.Error, DatabaseError) as error:
        reason = " ".join(str(error).split())
        raise CheckpointsUnreadable(
            _("the checkpoints cannot be read: %(why)s") % {"why": reason}
        ) from error
    except ImportError as error:
        package = "sqlite" if settings.SQLITE else "postgres"
        install = f"pip install -c requirements-extras.txt langgraph-checkpoint-{package}"
        raise CheckpointsUnreadable(
            _("a package is missing: %(install)s") % {"install": install}
        ) from error


def _keys(run_id: int) -> list[tuple[str, str]]:
    """Pairs of thread and checkpoint, ordered by attempt and then by time."""
    mark = "?" if settings.SQLITE else "%s"
    with engines.cursor() as cursor:
        cursor.execute(
            f"SELECT thread_id, checkpoint_id FROM checkpoints WHERE thread_id LIKE {mark}",  # noqa: S608
            [f"{run_id}:%"],
        )
        return sorted(cursor.fetchall(), key=lambda key: (_attempt(key[0]), key[1]))


def _attempt(thread: str) -> int:
    return int(thread.split(":")[1])


def _read(saver: Any, number: int, thread: str, key: str) -> Checkpoint:
    attempt = _attempt(thread)
    place = {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": key}
    try:
        found = saver.get_tuple({"configurable": place}).checkpoint
        values = found["channel_values"]
        after = tuple(name.removeprefix(_NEXT) for name in values if name.startswith(_NEXT))
        state = {name: value for name, value in values.items() if not name.startswith(_NEXT)}
        return Checkpoint(number, attempt, found["ts"], after, state)
    except Exception as error:  # noqa: BLE001 - it is broken, or of another version
        reason = " ".join(f"{type(error).__name__} {error}".split())
        return Checkpoint(number, attempt, error=reason)


@contextmanager
def _saver() -> Iterator[Any]:
    """LangGraph's saver, for a program without an event loop."""
    if settings.SQLITE:
        from langgraph.checkpoint.sqlite import SqliteSaver

        with closing(sqlite3.connect(engines.file(), timeout=engines.PATIENCE)) as here:
            yield SqliteSaver(here, serde=engines.plain_serializer())
    else:
        from langgraph.checkpoint.postgres import PostgresSaver
        from psycopg import Connection
        from psycopg.rows import dict_row

        with Connection.connect(
            **engines.parameters(), autocommit=True, row_factory=dict_row
        ) as there:
            yield PostgresSaver(there, serde=engines.plain_serializer())


# Listing and deleting stored checkpoints: with plain SQL, since checkpoints may be switched off and
# LangGraph's savers not be installed.

logger = logging.getLogger(__name__)


def runs() -> list[int]:
    """The runs that have checkpoints, the earliest first."""
    return sorted({_run(thread) for thread in _threads()})


def forget(run_ids: Collection[int]) -> int:
    """Delete all checkpoints of these runs; returns the number of attempts that had some."""
    gone = [(thread,) for thread in _threads() if _run(thread) in run_ids]
    if gone:
        mark = "?" if settings.SQLITE else "%s"
        with engines.cursor() as cursor:
            for table in engines.tables():  # table and column names of LangGraph's, not input
                cursor.executemany(f"DELETE FROM {table} WHERE thread_id = {mark}", gone)  # noqa: S608
    return len(gone)


def forget_all_but(run_ids: Collection[int]) -> None:
    """Delete the checkpoints of all other runs, when a text must not stay anywhere. A file that
    cannot be written to is deleted."""
    try:
        forget(set(runs()) - set(run_ids))
    except sqlite3.Error:
        _begin_anew()


def _run(thread: str) -> int:
    return int(thread.partition(":")[0])


def _threads() -> list[str]:
    """The attempts that have checkpoints. A file that is no database is deleted."""
    if not engines.exist():
        return []
    try:
        with engines.cursor() as cursor:
            cursor.execute("SELECT DISTINCT thread_id FROM checkpoints")
            return [thread for (thread,) in cursor.fetchall()]
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):  # it is just being created
            return []
        raise
    except sqlite3.DatabaseError:
        _begin_anew()
        return []


def _begin_anew() -> None:
    """Delete a broken file: nothing needs its content, and the next writer makes a new one."""
    file = engines.file()
    logger.warning("%s is broken: checkpoints begin anew", file.name)
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)
