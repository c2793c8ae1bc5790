"""A database or broker that is unavailable, full, too busy or not set up: one line that says
what to do."""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import (
    DatabaseError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import encoding
from config.error_texts import error_line

PASSING = ("08", "25006", "25P03", "40", "53", "55P03", "57P")
"""Prefixes of PostgreSQL's error codes for: no connection, no writes, idle too long, a deadlock,
a full disk, a lock that cannot be had, a server that stops or starts."""
REFUSALS = ("locked", "readonly", "disk is full")
"""SQLite's messages for the same."""
OURS = ("syntax error", "no such function", "ambiguous column", "too many SQL variables")
"""SQLite's messages for a wrong statement, in an error of the same class as those of an unusable
file."""


def is_passing(error: Exception) -> bool:
    """Whether another attempt may succeed: the connection is lost, others held the database too
    long, or it takes no writes.

    Otherwise a full disk would fail all waiting work, one after the other.
    """
    if not isinstance(error, (OperationalError, InterfaceError, InternalError)):
        return False
    state: str | None = getattr(error.__cause__, "sqlstate", "")
    if state != "":  # None where a connection broke: a new one may work
        return state is None or state.startswith(PASSING)
    if any(each in str(error) for each in REFUSALS):
        return True
    return connection.connection is None or not connection.is_usable()


def complaint(error: BaseException) -> str:
    """One line that says what to do about a database or broker; empty for any other error."""
    if isinstance(error, broker_errors()[:1]):  # an OSError alone may have any cause
        return broker_complaint(error)
    return database_complaint(error) or ""


def log(logger: logging.Logger, what: str, error: Exception) -> None:
    """Print an error: one line where that says what to do, else its traceback."""
    if line := complaint(error):
        logger.error("%s: %s", what, line)
    else:
        logger.error("%s", what, exc_info=error)


def broker_errors() -> tuple[type[Exception], ...]:
    """Raises what an unavailable Redis raises; nothing where the database is the broker."""
    if not settings.REDIS_URL:
        return ()
    import redis

    return (redis.RedisError, OSError)


def broker_complaint(error: BaseException) -> str:
    """One line without a password: the client's messages name host and port only."""
    what = error_line(error)
    return _("Redis does not answer (%s): start it, or check REDIS_URL") % what


def require_database() -> None:
    """For a long-running command: a database that needs attention is reported at its start.
    Raises DatabaseError; CommandError where migrations are missing or texts cannot be stored."""
    from django.core.management.base import CommandError
    from django.db.migrations.executor import MigrationExecutor

    if found := encoding.complaint():
        raise CommandError(found)
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        what = ngettext("%d not applied", "%d not applied", len(waiting)) % len(waiting)
        mend = _("the database is not up to date (%s): run `manage.py migrate`, or `make demo`")
        raise CommandError(mend % what)


def database_complaint(error: BaseException) -> str | None:
    """One line about a database that is not set up or cannot be used; None for a bug of ours."""
    if not isinstance(error, (DatabaseError, InterfaceError)):
        return None
    line = str(error).strip().split("\n")[0]
    if any(sign in line for sign in OURS):
        return None
    missing = "does not exist" in line and isinstance(error, ProgrammingError)  # PostgreSQL
    if missing or "no such table" in line or "no such column" in line:
        mend = _("the database is not up to date (%s): run `manage.py migrate`, or `make demo`")
    elif isinstance(error, (OperationalError, InterfaceError)) or any(
        sign in line for sign in ("malformed", "not a database", "read-only")
    ):
        mend = _("the database cannot be used (%s): check DATABASE_URL and `manage.py doctor`")
    else:
        return None
    return mend % line
