"""Starts Django from the command line: what a user can mend is one line, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, MutableMapping

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
    from config.outage import database_complaint

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
