"""`manage.py fetch_prices`: what a source gives of a ticker becomes a dataset."""

from __future__ import annotations

import argparse
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, one_line_errors
from trading.management.console import prices_as_text
from trading.market import sources
from trading.storage import dataset_report, fetch_prices


class Command(BaseCommand):
    help = _(
        "Get daily prices of a ticker from a source: the bundled ones, or an online source whose "
        "package is installed (yfinance). They become the ticker's next version."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ticker", metavar="TICKER", help=_("such as AAPL"))
        parser.add_argument(
            "--source",
            choices=sources.names(),
            default="bundled",
            help=_("where from (default: bundled)"),
        )
        parser.add_argument(
            "--from", dest="start", type=_day, metavar="DATE", help=_("first day, as 2020-01-31")
        )
        parser.add_argument("--to", dest="end", type=_day, metavar="DATE", help=_("last day"))
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        self.stderr.write(_("asking %(source)s for %(ticker)s") % options, style_func=str)
        with one_line_errors():
            stored = fetch_prices(
                ticker=options["ticker"],
                source=options["source"],
                start=options["start"],
                end=options["end"],
            )
            report = {**dataset_report(stored.dataset), "created": stored.created}
        self.stdout.write(as_json(report) if options["json"] else prices_as_text(report))


def _day(text: str) -> date:
    """The type of a date: a wrong value is one line and exit code 2."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            _("%(text)r: expected a date such as 2020-01-31") % {"text": text}
        ) from None
