"""The experiment log of a strategy, as JSON lines."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.runs.console import ROW_ID, one_line_errors
from trading.services.experiments import find_strategy
from trading.services.report import experiments_said


class Command(BaseCommand):
    help = _("Print the experiment log of a strategy: one JSON object a round, one a line.")

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("strategy", type=ROW_ID, metavar="STRATEGY",
                            help=_("its number"))  # fmt: skip
        parser.add_argument("--output", default="-", metavar="FILE",
                            help=_("where to write it; - is the terminal (default)"))  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            log = experiments_said(find_strategy(options["strategy"]))
        lines = (json.dumps(entry, ensure_ascii=False, allow_nan=False) for entry in log)
        if options["output"] == "-":
            for line in lines:
                self.stdout.write(line)
        else:
            _write(Path(options["output"]), lines)


def _write(path: Path, lines: Iterator[str]) -> None:
    """Raises CommandError where nothing can be written."""
    text = "".join(f"{line}\n" for line in lines)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(
            _("%(path)s cannot be written: %(reason)s") % {"path": path, "reason": error.strerror}
        ) from error
