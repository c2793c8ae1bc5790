"""`manage.py soak`: whether memory and database stay as they are over many runs."""

from __future__ import annotations

import signal
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, whole_number
from tests.lab.chaos.errors import ChaosError
from tests.lab.chaos.options import add_place
from tests.lab.report_command import ReportCommand
from tests.lab.soak.report import as_document, as_text
from tests.lab.soak.soaking import make_soak


class Command(ReportCommand):
    help = _(
        "Make many runs with a worker and a web server of its own, and measure their memory and "
        "what the database keeps. Your data is not touched: it works in a temporary folder, on "
        "scratch databases. Exits 1 when memory is not flat or rows stay that should go."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--runs",
            type=whole_number(1, 1_000_000),
            default=1_000,
            metavar="N",
            help=_("how many runs are made (default: 1000; takes about a second each)"),
        )
        parser.add_argument(
            "--minutes",
            type=whole_number(1, 100_000),
            default=100_000,
            metavar="M",
            help=_("begin no run after so long (default: no limit)"),
        )
        add_place(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: it cleans up
        try:
            soak = make_soak(
                runs=options["runs"],
                minutes=options["minutes"],
                database=options["database"],
                redis=options["redis"],
                progress=self.tell,
            )
        except ChaosError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(as_json(as_document(soak)) if options["json"] else as_text(soak))
        if not soak.well:
            raise CommandError(_("not all is as it should stay"))
