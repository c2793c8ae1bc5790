"""The claim of a run: a run waits for it, so it is written out, and one round trip.

Composing it anew took Django twice as long as all the rest of a pickup, in four round trips.
PostgreSQL, woken after a pause, took half of the time to parse and plan it: it is prepared there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from . import prepared

# One conditional UPDATE decides between rivals.
_CLAIM = """
    UPDATE runs_run
    SET status = 'running', fence = fence + 1, lease_until = {end}, worker = {worker},
        started_at = COALESCE(started_at, {now}),
        crashes = crashes + CASE WHEN status = 'running' THEN 1 ELSE 0 END
    WHERE id = {run} AND (status = 'queued' OR (status = 'running' AND lease_until < {now}))
    RETURNING fence
"""


def claimed(run_id: int, worker: str) -> int | None:
    """The fence of the lease, if the run was to be had."""
    # No look first whether the connection still lives, which is a round trip: the claim tells.
    connection.health_check_done = True  # type: ignore[attr-defined]
    try:
        return _claim(run_id, worker)
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block or connection.is_usable():
            raise
        connection.close()
        return _claim(run_id, worker)


def _claim(run_id: int, worker: str) -> int | None:
    seconds = settings.RUN_LEASE_SECONDS
    if connection.vendor == "sqlite":
        return _composed(_for_sqlite(seconds), [worker, run_id])
    if connection.in_atomic_block:
        return _composed(_for_postgresql(seconds, "%s", "%s"), [worker, run_id])
    fence = prepared.first_value(_for_postgresql(seconds, "$1", "$2"), [worker, str(run_id)])
    return None if fence is None else int(fence)


@cache
def _for_sqlite(seconds: float) -> str:
    form = "'%%Y-%%m-%%d %%H:%%M:%%f', 'now'"
    now, end = f"STRFTIME({form})", f"STRFTIME({form}, '{seconds} seconds')"
    return _CLAIM.format(worker="%s", run="%s", now=now, end=end)


@cache
def _for_postgresql(seconds: float, worker: str, run: str) -> str:
    now = "STATEMENT_TIMESTAMP()"
    end = f"{now} + INTERVAL '{seconds} seconds'"
    return _CLAIM.format(worker=worker, run=run, now=now, end=end)


def _composed(statement: str, values: Sequence[Any]) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
    return row[0] if row else None
