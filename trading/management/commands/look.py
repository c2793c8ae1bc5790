"""`manage.py look`: a second look at the sealed holdout for a variant, on record."""

from __future__ import annotations

import getpass
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from config.runs.console import ROW_ID, account_named, as_json, one_line_errors
from trading.services.opening_marks import look_row
from trading.services.second_look import look_again_at_holdout


class Command(BaseCommand):
    help = _(
        "Open the sealed holdout once more for a variant of a development that has ended. The "
        "opening and the reason go on record; the verdict stays as it is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("variant", type=ROW_ID, metavar="VARIANT",
                            help=_("the number of the variant"))  # fmt: skip
        parser.add_argument("--reason", required=True, metavar="TEXT", help=_("why"))
        parser.add_argument(
            "--user", metavar="NAME", help=_("the account that looks (default: your login name)")
        )
        parser.add_argument("--json", action="store_true", help=_("print JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        user = account_named(options["user"]) if options["user"] else None
        with one_line_errors():
            row = look_row(
                look_again_at_holdout(
                    variant_id=options["variant"],
                    reason=options["reason"],
                    user=user,
                    actor="" if user else getpass.getuser(),
                )
            )
        self.stdout.write(as_json(row) if options["json"] else _text(row))


def _text(row: dict[str, Any]) -> str:
    seen = row["metrics"]
    figures = _("Sharpe ratio %(sharpe)s, probability above zero %(psr)s") % {
        "sharpe": _number(seen.get("sharpe_ratio")),
        "psr": _number(seen.get("psr")),
    }
    return f"{row['variant_name']}: {row['error'] or figures}\n{row['mark']}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
