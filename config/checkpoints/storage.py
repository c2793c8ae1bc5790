"""What is stored of checkpoints, and letting go of it: with plain SQL, as they may be switched off
and LangGraph's savers be gone."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection

from django.conf import settings

from . import engines

logger = logging.getLogger(__name__)


def runs() -> list[int]:
    """The runs that have checkpoints, the earliest first."""
    return sorted({_run(thread) for thread in _threads()})


def forget(run_ids: Collection[int]) -> int:
    """Delete all checkpoints of these runs; how many attempts at them those were of."""
    gone = [(thread,) for thread in _threads() if _run(thread) in run_ids]
    if gone:
        mark = "?" if settings.SQLITE else "%s"
        with engines.cursor() as cursor:
            for table in engines.tables():  # names of LangGraph's, and ours to say
                cursor.executemany(f"DELETE FROM {table} WHERE thread_id = {mark}", gone)  # noqa: S608
    return len(gone)


def forget_all_but(run_ids: Collection[int]) -> None:
    """Delete the checkpoints of all other runs: for a text that must not stay anywhere.

    A file that cannot be written to is taken away.
    """
    try:
        forget(set(runs()) - set(run_ids))
    except sqlite3.Error:
        _begin_anew()


def _run(thread: str) -> int:
    return int(thread.partition(":")[0])


def _threads() -> list[str]:
    """The attempts that have checkpoints. A file that is no database is taken away."""
    if not engines.exist():
        return []
    try:
        with engines.cursor() as cursor:
            cursor.execute("SELECT DISTINCT thread_id FROM checkpoints")
            return [thread for (thread,) in cursor.fetchall()]
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):  # it is being made
            return []
        raise
    except sqlite3.DatabaseError:
        _begin_anew()
        return []


def _begin_anew() -> None:
    """Take a broken file away: nothing needs what is in it. Whoever writes makes a new one."""
    file = engines.file()
    logger.warning("%s is broken: checkpoints begin anew", file.name)
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)
