"""The options of commands for a broker's terms."""

from __future__ import annotations

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from trading.domain.broker import ASKED

TERMS = ASKED


def add_terms(parser: CommandParser) -> None:
    """`--spread`, `--margin` and `--borrow`; None where not given."""
    for name, help_text in (
        ("spread", _("a fraction of the price that each entry pays, slippage included")),
        ("margin", _("the part of a position that must be one's own: 0.5 allows twice the equity")),
        ("borrow", _("the fee a year for units sold short, a fraction of their value")),
    ):
        parser.add_argument(f"--{name}", type=float, metavar="FRACTION", help=help_text)
