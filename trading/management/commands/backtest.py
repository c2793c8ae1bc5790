"""`manage.py backtest`: a spec on a ticker's prices, here and now."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from config.runs.console import as_json, one_line_errors
from trading.management.console import TERMS, add_terms, read_document
from trading.services.spec_backtests import play_report, play_spec

_SHOWN = (
    "total_return", "annual_return", "sharpe_ratio", "return_over_volatility", "volatility",
    "max_drawdown", "sortino", "calmar", "total_trades", "win_rate", "profit_factor",
    "avg_trade_duration", "exposure", "turnover", "costs_paid", "final_equity", "buy_hold_return",
    "buy_hold_sharpe", "buy_hold_max_drawdown",
)  # fmt: skip


class Command(BaseCommand):
    help = _(
        "Backtest a strategy spec on a ticker's prices, train and validation. The sealed holdout "
        "is left out unless asked for; asking is on record."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("spec", metavar="SPEC.json", help=_("the spec, or - for stdin"))
        parser.add_argument("--ticker", required=True, metavar="T", help=_("e.g. AAPL"))
        parser.add_argument(
            "--engine",
            choices=["reference", "kernel", "auto"],
            default="auto",
            help=_("backtesting.py, the compiled kernel, or whichever is exact (default)"),
        )
        parser.add_argument(
            "--segment",
            choices=["train", "validation", "both"],
            default="both",
            help=_("the part of the history that counts (default: both)"),
        )
        parser.add_argument(
            "--include-holdout",
            action="store_true",
            help=_("play the sealed bars too; the opening is recorded and counts"),
        )
        for name, help_text in (("start", _("first date")), ("end", _("last date"))):
            parser.add_argument(
                f"--{name}", type=date.fromisoformat, metavar="YYYY-MM-DD", help=help_text
            )
        parser.add_argument("--cash", type=float, help=_("to start with"))
        parser.add_argument(
            "--fractions",
            action=BooleanOptionalAction,
            help=_("trade parts of a unit (default: for prices above a hundredth of the cash)"),
        )
        parser.add_argument(
            "--commission", type=float, help=_("a fraction of the value, a side: 0.001 is 0.1%%")
        )
        add_terms(parser)
        parser.add_argument("--json", action="store_true", help=_("print JSON, trades included"))

    def handle(self, *args: Any, **options: Any) -> None:
        with one_line_errors():
            row = play_spec(
                spec=read_document("SPEC.json", options["spec"]),
                ticker=options["ticker"],
                engine=options["engine"],
                part=options["segment"],
                include_holdout=options["include_holdout"],
                start=options["start"],
                end=options["end"],
                cash=options["cash"],
                commission=options["commission"],
                fractions=options["fractions"],
                **{name: options[name] for name in TERMS},
                bounded=False,
            )
        report = play_report(row)
        self.stdout.write(as_json(report) if options["json"] else "\n".join(_lines(report)))


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    yield _("%(name)s on %(ticker)s, %(from)s to %(to)s (%(engine)s)") % {
        "name": report["name"],
        "ticker": report["ticker"],
        "from": report["from"][:10],
        "to": report["to"][:10],
        "engine": report["engine"],
    }
    for name in _SHOWN:
        value = report["metrics"][name]
        yield f"  {name:<24}{'-' if value is None else format(value, ',.4f')}"
    if "bars_per_year" in report:
        yield f"  {'bars_per_year':<24}{report['bars_per_year']:,.6g}"
    if report.get("dropped"):
        yield _("entries that the cash could not pay for: %(count)s; %(help)s") % {
            "count": report["dropped"],
            "help": _("allow --fractions, or give more --cash"),
        }
    if report["holdout"]:
        yield _("the sealed holdout was opened (openings of these bars before: %(count)s)") % {
            "count": report["holdout"]["openings_before"]
        }
