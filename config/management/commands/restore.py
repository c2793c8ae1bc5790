"""`manage.py restore`: a backup put in place, or only proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from config.backup import restore_backup, verify_backup
from config.runs.console import one_line_errors


class Command(BaseCommand):
    help = _(
        "Put a backup in the place of the database, and check it there: rows, runs and steps, and "
        "one certificate recomputed. Web and workers have to be stopped."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help=_("what `backup` wrote"))
        way = parser.add_mutually_exclusive_group()
        way.add_argument(
            "--verify",
            action="store_true",
            help=_("only check it, in a database that is thrown away; work may go on"),
        )
        way.add_argument(
            "--replace", action="store_true", help=_("delete what the database holds first")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            if options["verify"]:
                verify_backup(file=options["file"], say=self._say)
            else:
                restore_backup(file=options["file"], replace=options["replace"], say=self._say)
        self.stdout.write(
            _("the backup is whole") if options["verify"] else _("the backup was restored")
        )

    def _say(self, line: str) -> None:
        self.stderr.write(line, style_func=str)
        self.stderr.flush()
