"""The claim of a run: a run waits for it, so it is written out, and one round trip.

Composing it anew took Django twice as long as all the rest of a pickup, in four round trips.
PostgreSQL, woken after a pause, took half of the time to parse and plan it: it is prepared there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.pq.abc import PGresult

# One conditional UPDATE decides between rivals.
_CLAIM = """
    UPDATE runs_run
    SET status = 'running', fence = fence + 1, lease_until = {end}, worker = {worker},
        started_at = COALESCE(started_at, {now}),
        crashes = crashes + CASE WHEN status = 'running' THEN 1 ELSE 0 END
    WHERE id = {run} AND (status = 'queued' OR (status = 'running' AND lease_until < {now}))
    RETURNING fence
"""
_UNKNOWN, _KNOWN = "26000", "42P05"
"""PostgreSQL's codes for the name of a prepared statement that is not there, or is already."""
_prepared_at: WeakSet[Connection[Any]] = WeakSet()


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
    connection.ensure_connection()
    # Django begins a transaction with the first statement that it knows of.
    if connection.in_atomic_block:
        return _composed(_for_postgresql(seconds, "%s", "%s"), [worker, run_id])
    with connection.wrap_database_errors:
        return _prepared(_for_postgresql(seconds, "$1", "$2"), [worker, str(run_id)])


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


def _prepared(statement: str, values: Sequence[str]) -> int | None:
    """Its name tells the whole statement: a pooler may send us to a server that others, or
    nobody, prepared it at."""
    raw: Connection[Any] = connection.connection
    name, sent = _name(statement), [value.encode() for value in values]
    if raw not in _prepared_at:
        _prepare(raw, name, statement)
    result = raw.pgconn.exec_prepared(name, sent)
    if _code(result) == _UNKNOWN:
        _prepare(raw, name, statement)
        result = raw.pgconn.exec_prepared(name, sent)
    _check(result)
    fence = result.get_value(0, 0) if result.ntuples else None
    return None if fence is None else int(fence)


def _prepare(raw: Connection[Any], name: bytes, statement: str) -> None:
    result = raw.pgconn.prepare(name, statement.encode())
    if _code(result) != _KNOWN:
        _check(result)
    _prepared_at.add(raw)


@cache
def _name(statement: str) -> bytes:
    return f"crivo_{sha256(statement.encode()).hexdigest()[:32]}".encode()


def _check(result: PGresult) -> None:
    """Raises psycopg's error for what the server refused, or did not hear."""
    from psycopg import OperationalError
    from psycopg.errors import error_from_result
    from psycopg.pq import ExecStatus

    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return
    if not _code(result):  # not the server's words: the connection is lost
        raise OperationalError(result.get_error_message())
    raise error_from_result(result)


def _code(result: PGresult) -> str:
    from psycopg.pq import DiagnosticField

    return (result.error_field(DiagnosticField.SQLSTATE) or b"").decode()
