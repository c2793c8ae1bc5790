"""Starts Django from the command line, and lists the commands."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping, MutableMapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.checks import Tags
from django.core.management import ManagementUtility
from django.utils.translation import gettext as _

import config
from config.error_texts import N_

INTERRUPTED = 130  # what shells expect of a program ended by Ctrl-C


def main() -> None:
    """`manage.py` in a checkout, `crivo` where it is installed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.disable()  # what is imported stays: to look for garbage in it takes a third of a start
    code = run(sys.argv)
    gc.freeze()  # all of it goes with the process
    sys.exit(code)


def run(argv: list[str]) -> int:
    """Run a management command. Returns the exit code: 1 for an error that the user can fix."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import DatabaseError, InterfaceError

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
        if line is None:
            raise
        return complain(line)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader is gone (`... | head`): the interpreter's last flush goes nowhere.
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


# The commands: those of the project, and those of the laboratory.

LABORATORY = ("benchmark", "calibrate", "chaos", "evaluate", "pickup", "soak")
"""They measure Crivo, in a checkout only."""
GROUPS = {
    N_("to try it"): ("demo", "demo_strategy", "demo_model"),
    N_("hypotheses"): ("refine", "assess", "verify_preregistration"),
    N_("strategies"): ("develop", "backtest", "experiments", "certificate", "verify_certificate"),
    N_("a person's part"): ("answer", "decide", "look"),
    N_("prices and lessons"): (
        "datasets",
        "import_prices",
        "fetch_prices",
        "archive_memory",
        "reindex_memory",
    ),
    N_("runs"): ("work", "runs", "cancel", "retry", "checkpoints", "check_model"),
    N_("the site"): (
        "serve",
        "doctor",
        "backup",
        "restore",
        "migrate",
        "createsuperuser",
        "changepassword",
    ),
}
"""The list of `manage.py help`. All other commands that Django finds work as well."""
LISTED = {name for names in GROUPS.values() for name in names}
HERE = Path(__file__).parents[1] / "tests" / "lab"


def choose_settings(argv: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """A command of the laboratory, where that exists, runs with the laboratory's settings."""
    named = argv[2:3] if argv[1:2] == ["help"] else argv[1:2]
    usual = environment.get("DJANGO_SETTINGS_MODULE") == "config.settings"
    if usual and set(named) & set(LABORATORY) and HERE.is_dir():
        environment["DJANGO_SETTINGS_MODULE"] = "tests.lab.settings"


class Commands(ManagementUtility):
    """Django's, with our version and our list, and a message where the laboratory is missing."""

    def execute(self) -> None:
        if self.argv[1:] in (["--version"], ["version"]):
            sys.stdout.write(f"crivo {config.__version__}\n")
        else:
            super().execute()

    def main_help_text(self, commands_only: bool = False) -> str:
        if commands_only or self.settings_exception is not None:
            return str(super().main_help_text(commands_only))
        usage = _("%(program)s COMMAND --help describes one command:") % {"program": self.prog_name}
        names = [f"{_(title)}\n    {'  '.join(names)}" for title, names in GROUPS.items()]
        return "\n\n".join([usage, *names])

    def fetch_command(self, subcommand: str) -> Any:
        command = self._found(subcommand)
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        return command

    def _found(self, subcommand: str) -> Any:
        if subcommand in LABORATORY and not HERE.is_dir():
            message = _(
                "%(command)s is run from a checkout of Crivo's sources: tests/lab is not here"
            )
            sys.stderr.write(f"crivo: {message % {'command': subcommand}}\n")
            sys.exit(1)
        command = super().fetch_command(subcommand)
        if subcommand in LISTED and command.requires_system_checks == "__all__":
            # The check of all pages imports them: that takes longer than most commands.
            command.requires_system_checks = [Tags.security, Tags.database]
        if subcommand == "qcluster":
            _import_kinds()
        return command


def _import_kinds() -> None:
    """What runs need, imported before the workers are forked, so that they share it. `settle` is
    called here as well: a worker's garbage collector would copy the shared memory that it looks
    at."""
    from config.runs import registry
    from config.runs.worker_start import settle

    registry.all_kinds()
    import_module("django_q.cluster")
    settle()
