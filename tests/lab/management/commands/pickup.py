"""`manage.py pickup`: how soon an idle worker has a run that was submitted."""

from __future__ import annotations

import signal
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, whole_number
from tests.lab.chaos.errors import ChaosError
from tests.lab.chaos.options import add_place
from tests.lab.pickup.measuring import measure_pickup
from tests.lab.pickup.report import as_document, as_text
from tests.lab.report_command import ReportCommand


class Command(ReportCommand):
    help = _(
        "Measure the time from the commit of a run that is submitted to its claim by an idle "
        "worker. Your data is not touched: it works in a temporary folder, on scratch databases. "
        "Exits 1 when p95 is above its target."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--runs",
            type=whole_number(1, 100_000),
            default=200,
            metavar="N",
            help=_("how many runs are submitted (default: 200; takes about a second each)"),
        )
        add_place(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: it cleans up
        try:
            pickup = measure_pickup(
                runs=options["runs"],
                database=options["database"],
                redis=options["redis"],
                progress=self.tell,
            )
        except ChaosError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(as_json(as_document(pickup)) if options["json"] else as_text(pickup))
        if not pickup.well:
            raise CommandError(_("runs are taken up later than they should be"))
