"""`manage.py datasets`: what market data there are."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json
from trading.market.tickers import TICKERS
from trading.models import AuxiliaryDataset, Dataset


class Command(BaseCommand):
    help = _("List the price datasets and auxiliary data, and which tickers are bundled.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ticker", metavar="T", help=_("only this ticker"))
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        found = [*_rows(Dataset, options["ticker"]), *_rows(AuxiliaryDataset, options["ticker"])]
        if options["json"]:
            self.stdout.write(as_json({"bundled": list(TICKERS), "datasets": found}))
            return
        self.stdout.write(_("bundled: %(tickers)s") % {"tickers": ", ".join(TICKERS)})
        for row in found:
            self.stdout.write(
                "{ticker:<12}{kind:<14}v{version:<4}{size:>9}  {from} – {to}  {source}".format(
                    **row
                )
            )


def _rows(
    model: type[Dataset] | type[AuxiliaryDataset], ticker: str | None
) -> list[dict[str, Any]]:
    """One row a dataset; `size` is its number of bars or rows."""
    rows = model._default_manager.all()
    if ticker:
        rows = rows.filter(ticker=ticker.strip().upper())
    return [
        {
            "ticker": row.ticker,
            "kind": getattr(row, "kind", "prices"),
            "version": row.version,
            "size": row.bars if isinstance(row, Dataset) else row.rows,
            "from": f"{row.first_at:%Y-%m-%d}",
            "to": f"{row.last_at:%Y-%m-%d}",
            "sha256": row.sha256,
            "source": row.source,
        }
        for row in rows
    ]
