"""A database or broker that is away, full or too busy: no fault of the run that meets it."""

from __future__ import annotations

import logging

from django.db import InterfaceError, InternalError, OperationalError, connection

from config.startup import database_complaint

from . import broker

PASSING = ("08", "25006", "25P03", "40", "53", "55P03", "57P")
"""How PostgreSQL's codes begin for: no connection, no writes, idle for too long, a deadlock, no
room on the disk, a lock not to be had, a server that stops or starts."""
REFUSALS = ("locked", "readonly", "disk is full")
"""What SQLite says then."""


def is_passing(error: Exception) -> bool:
    """Whether another try may do: the connection is lost, others held the database too long, or it
    takes no writes. Else a full disk would fail all that waits, one after the other."""
    if not isinstance(error, (OperationalError, InterfaceError, InternalError)):
        return False
    state: str | None = getattr(error.__cause__, "sqlstate", "")
    if state != "":  # PostgreSQL; None where a connection broke, though there may be a new one now
        return state is None or state.startswith(PASSING)
    if any(each in str(error) for each in REFUSALS):
        return True
    return connection.connection is None or not connection.is_usable()


def complaint(error: BaseException) -> str:
    """One line that says what to mend of a database or broker; empty for any other error."""
    if broker.is_fault(error):
        return broker.complaint(error)
    return database_complaint(error) or ""


def log(logger: logging.Logger, what: str, error: Exception) -> None:
    """Say what went wrong: one line where it tells what to mend, else where it comes from."""
    if line := complaint(error):
        logger.error("%s: %s", what, line)
    else:
        logger.error("%s", what, exc_info=error)
