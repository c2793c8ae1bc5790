"""Starts Django from the command line: what a user can mend is one line, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, MutableMapping

OURS = ("syntax error", "no such function", "ambiguous column", "too many SQL variables")
"""What SQLite says of a statement that is wrong, in an error like those of a file it cannot use."""
INTERRUPTED = 130  # what shells expect of a program ended by Ctrl-C


def main() -> None:
    """`manage.py` in a checkout, `crivo` where it is installed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(run(sys.argv))


def run(argv: list[str]) -> int:
    """Run a management command. Returns the exit code: 1 for what the user has to mend."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError, InterfaceError

    from config.commands import Commands, choose_settings
    from config.env import SettingError

    choose_language(os.environ)
    choose_settings(argv, os.environ)
    try:
        Commands(argv).execute()
        sys.stdout.flush()
    except (SettingError, ImproperlyConfigured) as error:
        return complain(" ".join(str(error).split()))
    except (DatabaseError, InterfaceError) as error:
        line = database_complaint(error)
        if line is None or debugging():
            raise
        return complain(line)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`... | head`): let the interpreter's last flush go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def complain(line: str) -> int:
    sys.stderr.write(f"crivo: {line}\n")
    return 1


def choose_language(environment: MutableMapping[str, str]) -> None:
    """On the command line, CRIVO_LANGUAGE decides, then the system's locale, then English."""
    if not environment.get("CRIVO_LANGUAGE") and system_locale(environment).startswith("pt"):
        environment["CRIVO_LANGUAGE"] = "pt-br"


def system_locale(environment: Mapping[str, str]) -> str:
    """The locale for messages, by POSIX's order of precedence."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return environment[name].lower()
    return ""


def debugging() -> bool:
    from django.conf import settings

    return settings.DEBUG


def require_database() -> None:
    """For a command that goes on by itself: a database to be mended is told at its start.

    Raises DatabaseError; CommandError where migrations are missing or texts cannot be held.
    """
    from django.core.management.base import CommandError
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor
    from django.utils.translation import gettext as _
    from django.utils.translation import ngettext

    from config.encoding import complaint

    if said := complaint():
        raise CommandError(said)
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        what = ngettext("%d not applied", "%d not applied", len(waiting)) % len(waiting)
        mend = _("the database is not up to date (%s): run `manage.py migrate`, or `make demo`")
        raise CommandError(mend % what)


def database_complaint(error: BaseException) -> str | None:
    """One line on a database that is not set up or cannot be used; None for a fault of ours."""
    from django.db import DatabaseError, InterfaceError, OperationalError, ProgrammingError
    from django.utils.translation import gettext as _

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
