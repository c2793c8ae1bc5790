"""`manage.py import_prices`: a CSV file becomes a dataset, or is refused whole."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, one_line_errors
from config.runs.errors import explain
from trading.management.console import prices_as_text, rows_as_text
from trading.market.auxiliary import KINDS
from trading.market.csv_reader import Options
from trading.market.errors import MarketError
from trading.models.datasets import PRICES
from trading.presenting.datasets import taken
from trading.services.uploads import UnreadableFile, import_file
from trading.storage import Stored, dataset_report, preview_prices, preview_rows, rows_report


class Command(BaseCommand):
    help = _(
        "Import prices from a CSV file: Date, Open, High, Low, Close and, if there is one, Volume, "
        "under their usual names in English or Portuguese, between ',', ';' or tabs. All of the "
        "file or nothing: what cannot be right is refused by line, column and value. New bars of a "
        "ticker become its next version. With --kind: other data, whose rows each carry "
        "available_at (docs/data.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help=_("a CSV file, or - for stdin"))
        parser.add_argument(
            "--ticker", required=True, metavar="T", help=_("what the data are of, such as PETR4")
        )
        parser.add_argument(
            "--kind",
            choices=[PRICES, *KINDS],
            default=PRICES,
            help=_("what the file holds (default: prices)"),
        )
        _add_reading(parser)
        parser.add_argument("--source", default="", help=_("where the data come from (the file)"))
        parser.add_argument("--licence", default="", help=_("what may be done with the data"))
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        data = self._read(options["file"])
        with one_line_errors():
            report = self._imported(data, options)
        if options["json"]:
            self.stdout.write(as_json(report))
        else:
            write = prices_as_text if options["kind"] == PRICES else rows_as_text
            self.stdout.write(write(report))

    def _imported(self, data: bytes, options: dict[str, Any]) -> dict[str, Any]:
        name = options["file"]
        values = {
            "data": data,
            "ticker": options["ticker"],
            "options": Options(
                date_order=options["date_order"],
                decimal=options["decimal"],
                timezone=options["timezone"],
                bars_per_year=options["bars_per_year"],
                keep_partial=options["keep_partial"],
                adjusted=options["adjusted"],
            ),
            "source": options["source"] or ("stdin" if name == "-" else Path(name).name),
            "licence": options["licence"],
        }
        self._say_what_is_taken(values, options["kind"])
        try:
            stored = import_file(kind=options["kind"], **values)
        except UnreadableFile as error:
            raise CommandError("\n".join(explain(fault) for fault in error.faults)) from error
        if isinstance(stored, Stored):
            return {**dataset_report(stored.dataset), "created": stored.created}
        return {**rows_report(stored.dataset), "created": stored.created}

    def _say_what_is_taken(self, values: dict[str, Any], kind: str) -> None:
        """How the columns were understood, before anything is stored; nothing for a file with a
        fault."""
        chosen = {name: values[name] for name in ("data", "ticker", "options")}
        with contextlib.suppress(MarketError):
            found = (
                preview_prices(**chosen) if kind == PRICES else preview_rows(kind=kind, **chosen)
            )
            message = _("read as: %(columns)s") % {"columns": taken(found.layout)}
            self.stderr.write(message, style_func=str)

    def _read(self, name: str) -> bytes:
        """The file, read up to the limit: a larger one is refused anyway."""
        most = settings.MAX_DATA_FILE_BYTES + 1
        try:
            if name == "-":
                data = sys.stdin.buffer.read(most)
            else:
                with Path(name).open("rb") as file:
                    data = file.read(most)
        except OSError as error:
            raise CommandError(
                _("cannot read %(name)s: %(reason)s") % {"name": name, "reason": error.strerror}
            ) from error
        self.stderr.write(
            _("%(bytes)s bytes read; checking them") % {"bytes": len(data)}, style_func=str
        )
        return data


def _add_reading(parser: CommandParser) -> None:
    """The user's options on how to read the file."""
    parser.add_argument(
        "--date-order",
        choices=["dmy", "mdy"],
        help=_("the order in 01/02/2020, where no row tells (default: ambiguity is refused)"),
    )
    parser.add_argument(
        "--decimal",
        choices=["point", "comma"],
        help=_("the decimal sign, where no number tells (default: ambiguity is refused)"),
    )
    parser.add_argument(
        "--timezone",
        default="",
        metavar="ZONE",
        help=_(
            "where bars of less than a day trade, such as America/Sao_Paulo: their days and "
            "hours are those of this place (default: as the file has them, else UTC)"
        ),
    )
    parser.add_argument(
        "--bars-per-year",
        type=float,
        metavar="N",
        help=_("how many bars a year has (default: by the days on which the bars trade)"),
    )
    parser.add_argument(
        "--keep-partial",
        action="store_true",
        help=_("keep a last week or month that is not over (default: it is left out)"),
    )
    parser.add_argument(
        "--adjusted",
        action="store_true",
        help=_("the prices are adjusted for splits and dividends already"),
    )
