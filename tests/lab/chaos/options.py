"""The options of the commands that work on scratch databases."""

from __future__ import annotations

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _


def add_place(parser: CommandParser) -> None:
    """Where it works, and how it tells what came of it."""
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help=_("make the scratch databases on this PostgreSQL server (default: SQLite)"),
    )
    parser.add_argument(
        "--redis", default="", metavar="URL", help=_("wake the workers by this Redis")
    )
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
