"""A database that was away or too busy for a moment: no fault of the run that met it."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError, connection


def is_passing(error: Exception) -> bool:
    """Whether another try may do: the connection is lost, or others held the database too long.

    A full disk is not: the connection is sound, and the error says what to mend.
    """
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    return "locked" in str(error) or connection.connection is None or not connection.is_usable()
