"""Which commands there are: those of the project, and beside them the laboratory's."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management import ManagementUtility
from django.utils.translation import gettext as _

LABORATORY = ("benchmark", "calibrate", "chaos", "evaluate", "pickup", "soak")
"""They measure Crivo, from a checkout alone."""
HERE = Path(__file__).parents[1] / "tests" / "lab"


def choose_settings(argv: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """A command of the laboratory, where there is one, works with the laboratory's settings."""
    named = argv[2:3] if argv[1:2] == ["help"] else argv[1:2]
    plain = environment.get("DJANGO_SETTINGS_MODULE") == "config.settings"
    if plain and set(named) & set(LABORATORY) and HERE.is_dir():
        environment["DJANGO_SETTINGS_MODULE"] = "tests.lab.settings"


class Commands(ManagementUtility):
    """Django's, which says of a laboratory that is not there where it is."""

    def fetch_command(self, subcommand: str) -> Any:
        if subcommand in LABORATORY and not HERE.is_dir():
            said = _("%(command)s is run from a checkout of Crivo's sources: tests/lab is not here")
            sys.stderr.write(f"crivo: {said % {'command': subcommand}}\n")
            sys.exit(1)
        return super().fetch_command(subcommand)
