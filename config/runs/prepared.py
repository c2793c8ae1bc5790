"""A statement that PostgreSQL keeps parsed and planned, where Django itself prepares none.

Its name is the hash of its text: behind a pooler the next statement may go to a server that another
process, or nobody, prepared it at, and it must never be taken for another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from django.db import connection

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.pq.abc import PGconn, PGresult

_UNKNOWN, _KNOWN = "26000", "42P05"
"""PostgreSQL's codes for the name of a prepared statement that is not there, or is already."""
_names: WeakKeyDictionary[Connection[Any], set[bytes]] = WeakKeyDictionary()
"""What was prepared over each connection."""


def first_value(statement: str, values: Sequence[str]) -> str | None:
    """Of the first row, if there is one; `$1` and so on stand for the values.

    Not within a transaction: Django begins one with the first statement that it knows of. Raises
    Django's DatabaseError.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors:
        result = _execute(connection.connection, statement, [value.encode() for value in values])
    found = result.get_value(0, 0) if result.ntuples else None
    return None if found is None else found.decode()


def _execute(raw: Connection[Any], statement: str, values: Sequence[bytes]) -> PGresult:
    name, prepared = _name(statement), _names.setdefault(raw, set())
    if name not in prepared:
        _prepare(raw.pgconn, name, statement)
        prepared.add(name)
    result = raw.pgconn.exec_prepared(name, values)
    if _code(result) == _UNKNOWN:
        _prepare(raw.pgconn, name, statement)
        result = raw.pgconn.exec_prepared(name, values)
    _check(result)
    return result


def _prepare(server: PGconn, name: bytes, statement: str) -> None:
    result = server.prepare(name, statement.encode())
    if _code(result) != _KNOWN:
        _check(result)


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
