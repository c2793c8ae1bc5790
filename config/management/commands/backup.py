"""`manage.py backup`: all that Crivo keeps, in one file, while work goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from config.backup import make_backup
from config.outage import require_database
from config.runs.console import one_line_errors


class Command(BaseCommand):
    help = _(
        "Write all that Crivo keeps into one file, while work goes on: the database, and the "
        "settings without their secrets."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", type=Path, metavar="FILE", help=_("a new file, or a folder to make one in")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_database()
        with one_line_errors():
            file, manifest = make_backup(file=options["file"])
        message = _("%(file)s: %(rows)s rows in %(tables)s tables, %(kib)s KiB")
        facts = {"file": file, "rows": sum(manifest.rows.values()), "tables": len(manifest.rows),
                "kib": file.stat().st_size // 1024}  # fmt: skip
        self.stdout.write(message % facts)
