"""A database that was away or too busy for a moment: no fault of the run that met it."""

from __future__ import annotations

from django.db import InterfaceError, InternalError, OperationalError, connection

READ_ONLY = "25006"  # PostgreSQL's code


def is_passing(error: Exception) -> bool:
    """Whether another try may do: the connection is lost, others held the database too long, or it
    takes no writes.

    A full disk is not: the connection is sound, and the error says what to mend.
    """
    if not isinstance(error, (OperationalError, InterfaceError, InternalError)):
        return False
    said = str(error)
    if "locked" in said or "readonly" in said:  # SQLite
        return True
    if getattr(error.__cause__, "sqlstate", None) == READ_ONLY:
        return True
    return connection.connection is None or not connection.is_usable()
