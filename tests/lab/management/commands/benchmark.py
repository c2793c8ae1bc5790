"""`manage.py benchmark`: measures what a person waits for, and writes docs/benchmarks.md."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, one_line_errors
from tests.lab.benchmarks import journal
from tests.lab.benchmarks.machine import this_machine
from tests.lab.benchmarks.parts import OPTIONAL, PARTS, measure
from tests.lab.benchmarks.report import as_plain, document, results
from tests.lab.report_command import ReportCommand

EVERY = (*PARTS, *OPTIONAL)


class Command(ReportCommand):
    help = _(
        "Measure speed and memory against their targets, on data of its own: print a table, write "
        "the report. A missed target is reported, not an error."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only",
            nargs="+",
            choices=EVERY,
            metavar="NAME",
            help=_("some of the parts: %(parts)s") % {"parts": ", ".join(EVERY)},
        )
        parser.add_argument(
            "--small",
            action="store_true",
            help=_("a small form of each, to see that it works: its figures mean nothing"),
        )
        parser.add_argument(
            "--journal",
            type=Path,
            metavar="FILE",
            help=_(
                "note each part that is measured; without --only, measure what is not noted there"
            ),
        )
        parser.add_argument(
            "--database", default="", metavar="URL", help=_("a PostgreSQL server to compare with")
        )
        parser.add_argument("--json", action="store_true", help=_("print every figure as JSON"))
        parser.add_argument(
            "--output",
            type=Path,
            metavar="FILE",
            help=_("the report (default: docs/benchmarks.md if all is measured, else none)"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        noted = journal.read(options["journal"]) if options["journal"] else {}
        wanted = options["only"] or [part for part in PARTS if part not in noted]
        for part in (part for part in EVERY if part in wanted):
            noted[part] = self._measured(part, options)
        found = {part: noted[part] for part in EVERY if part in noted}
        whole = set(PARTS) <= set(found) and not options["small"]
        report = settings.BASE_DIR / "docs" / "benchmarks.md" if whole else None
        if path := options["output"] or report:
            self.write(path, document(found))
        self.stdout.write(as_json(as_plain(found)) if options["json"] else results(found))

    def _measured(self, part: str, options: dict[str, Any]) -> journal.Entry:
        self.tell(_("measuring %(part)s") % {"part": part})
        machine = this_machine()
        with one_line_errors():
            figures = measure(part, small=options["small"], database=options["database"])
        entry = journal.entry(part, figures, machine, round(os.getloadavg()[0], 2))
        if options["journal"]:
            journal.append(options["journal"], entry)
        return entry
