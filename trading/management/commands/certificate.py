"""`manage.py certificate`: what a development rests on, with a hash over it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from config.runs.console import ROW_ID, one_line_errors
from trading.management.certificate_text import as_text
from trading.services.certificate import find_certificate


class Command(BaseCommand):
    help = _(
        "Print the certificate of a development that has ended. With --json it is the file that "
        "verify_certificate takes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("strategy", type=ROW_ID, metavar="STRATEGY",
                            help=_("its number"))  # fmt: skip
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            found = find_certificate(strategy_id=options["strategy"])
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False))
        else:
            self.stdout.write(as_text(found))
