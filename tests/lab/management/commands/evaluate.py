"""`manage.py evaluate`: measures the built-in analyst and writes docs/evaluation.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, one_line_errors, whole_number
from tests.lab.evaluation.report import document, speed_table, targets_table
from tests.lab.evaluation.run import Evaluation, evaluate
from tests.lab.evaluation.serial import as_plain
from tests.lab.evaluation.speed import Speed, measure_speed
from tests.lab.report_command import ReportCommand


class Command(ReportCommand):
    help = _(
        "Measure the built-in analyst on labelled texts: print the targets, write the report. "
        "A missed target is reported, not an error."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--data",
            type=Path,
            default=settings.EVAL_DATA,
            metavar="DIR",
            help=_("folder of outside texts (default: EVAL_DATA; without it, only our own pairs)"),
        )
        parser.add_argument(
            "--first",
            type=whole_number(1, 10_000),
            metavar="N",
            help=_("only so many pairs of each set, for a quick look"),
        )
        parser.add_argument("--no-speed", action="store_true", help=_("leave out the speed"))
        parser.add_argument("--json", action="store_true", help=_("print every figure as JSON"))
        parser.add_argument(
            "--output",
            type=Path,
            default=settings.BASE_DIR / "docs" / "evaluation.md",
            metavar="FILE",
            help=_("the report (default: docs/evaluation.md)"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            found = evaluate(trials_in=options["data"], progress=self.tell, first=options["first"])
            speed = None if options["no_speed"] else self._speed(found)
        self.write(options["output"], document(found, speed))
        if options["json"]:
            self.stdout.write(as_json(as_plain(found, speed)))
            return
        self.stdout.write(targets_table(found))
        if speed:
            self.stdout.write("\n" + speed_table(speed))

    def _speed(self, found: Evaluation) -> Speed:
        pairs = [pair for part in found.sets for pair in part.pairs]
        texts = [text for pair in pairs for text in (pair.pt, pair.en)]
        return measure_speed(texts=texts, progress=self.tell)
