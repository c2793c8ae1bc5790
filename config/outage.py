"""A database or broker that is away, full, too busy or not set up: what to mend, in one line."""

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

PASSING = ("08", "25006", "25P03", "40", "53", "55P03", "57P")
"""How PostgreSQL's codes begin for: no connection, no writes, idle for too long, a deadlock, no
room on the disk, a lock not to be had, a server that stops or starts."""
REFUSALS = ("locked", "readonly", "disk is full")
"""What SQLite says then."""
OURS = ("syntax error", "no such function", "ambiguous column", "too many SQL variables")
"""What SQLite says of a statement that is wrong, in an error like those of a file it cannot use."""


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
    if isinstance(error, broker_errors()[:1]):  # an OSError alone may be anybody's
        return broker_complaint(error)
    return database_complaint(error) or ""


def log(logger: logging.Logger, what: str, error: Exception) -> None:
    """Say what went wrong: one line where it tells what to mend, else where it comes from."""
    if line := complaint(error):
        logger.error("%s: %s", what, line)
    else:
        logger.error("%s", what, exc_info=error)


def broker_errors() -> tuple[type[Exception], ...]:
    """What a Redis that is away raises; nothing where the database is the broker."""
    if not settings.REDIS_URL:
        return ()
    import redis

    return (redis.RedisError, OSError)


def broker_complaint(error: BaseException) -> str:
    """One line; it holds no password: the client's messages name host and port alone."""
    what = " ".join(str(error).split())[:200]
    return _("Redis does not answer (%s): start it, or check REDIS_URL") % what


def require_database() -> None:
    """For a command that goes on by itself: a database to be mended is told at its start.

    Raises DatabaseError; CommandError where migrations are missing or texts cannot be held.
    """
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
    """One line on a database that is not set up or cannot be used; None for a fault of ours."""
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
