"""A database or broker that is away, or too busy for a moment: no fault of whoever met it."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError, connection

from config.startup import database_complaint

from . import broker


def is_passing(error: Exception) -> bool:
    """Whether another try may do: the connection is lost, or others held the database too long.

    A full disk is not: the connection is sound, and the error says what to mend.
    """
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    return "locked" in str(error) or connection.connection is None or not connection.is_usable()


def complaint(error: BaseException) -> str:
    """One line that says what to mend of a database or broker; empty for any other error."""
    if broker.is_fault(error):
        return broker.complaint(error)
    return database_complaint(error) or ""
