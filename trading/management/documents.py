"""JSON documents that a user hands to a command."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from trading.domain.broker import ASKED

MOST_BYTES = 1_000_000


def typed_document(option: str, text: str) -> dict[str, Any]:
    """A JSON object as it was typed, or in the file of that name. Raises CommandError."""
    return _parsed(option, text) if text.lstrip().startswith("{") else read_document(option, text)


def read_document(option: str, name: str) -> dict[str, Any]:
    """The JSON object in a file; `-` is stdin. Raises CommandError that names the option."""
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else _bytes(Path(name))
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{option}: {name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(
            _("%(option)s: byte %(at)s is not UTF-8") % {"option": option, "at": error.start + 1}
        ) from error
    if len(data) > MOST_BYTES:
        raise CommandError(
            _("%(option)s: larger than %(limit)s bytes") % {"option": option, "limit": MOST_BYTES}
        )
    return _parsed(option, text)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _parsed(option: str, text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except ValueError as error:
        raise CommandError(
            _("%(option)s: not JSON: %(reason)s") % {"option": option, "reason": error}
        ) from error
    except RecursionError as error:
        raise CommandError(_("%(option)s: nested too deeply") % {"option": option}) from error
    if not isinstance(document, dict):
        raise CommandError(_("%(option)s: expected a JSON object") % {"option": option})
    return document


# The options of commands for a broker's terms.

TERMS = ASKED


def add_terms(parser: CommandParser) -> None:
    """`--spread`, `--margin` and `--borrow`; None where not given."""
    for name, help_text in (
        ("spread", _("a fraction of the price that each entry pays, slippage included")),
        ("margin", _("the part of a position that must be one's own: 0.5 allows twice the equity")),
        ("borrow", _("the fee a year for units sold short, a fraction of their value")),
    ):
        parser.add_argument(f"--{name}", type=float, metavar="FRACTION", help=help_text)
