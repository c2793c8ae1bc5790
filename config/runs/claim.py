"""The claim of a run: one statement, which decides between rivals by the database's own clock."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.db import connection

_CLAIM = """
    UPDATE runs_run
    SET status = 'running', fence = fence + 1, lease_until = {end}, worker = %s,
        started_at = COALESCE(started_at, {now}),
        crashes = crashes + CASE WHEN status = 'running' THEN 1 ELSE 0 END
    WHERE id = %s AND (status = 'queued' OR (status = 'running' AND lease_until < {now}))
    RETURNING fence
"""


def claimed(run_id: int, worker: str) -> int | None:
    """The fence of the lease, if the run was to be had."""
    seconds = settings.RUN_LEASE_SECONDS
    on_sqlite = connection.vendor == "sqlite"
    statement = _for_sqlite(seconds) if on_sqlite else _for_postgresql(seconds)
    with connection.cursor() as cursor:
        cursor.execute(statement, [worker, run_id])
        row = cursor.fetchone()
    return row[0] if row else None


@cache
def _for_sqlite(seconds: float) -> str:
    form = "'%%Y-%%m-%%d %%H:%%M:%%f', 'now'"
    now, end = f"STRFTIME({form})", f"STRFTIME({form}, '{seconds} seconds')"
    return _CLAIM.format(now=now, end=end)


@cache
def _for_postgresql(seconds: float) -> str:
    now = "STATEMENT_TIMESTAMP()"
    return _CLAIM.format(now=now, end=f"{now} + INTERVAL '{seconds} seconds'")
