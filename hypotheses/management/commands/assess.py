"""`manage.py assess`: one text a line in, one JSON object a line out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.text.validation import TextError
from hypotheses.services.assess import assess_text


class Command(BaseCommand):
    help = _(
        "Assess texts without keeping them: one text a line in, one JSON object a line out. "
        "A line that cannot be read yields its number and the error, and exit code 1 at the end."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help=_("a text file, or - for stdin")
        )
        parser.add_argument(
            "--language",
            choices=["auto", "en", "pt"],
            default="auto",
            help=_("the texts' language (default: detect each)"),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        failures = 0
        with _opened(options["file"]) as stream:
            for number, line in _lines(stream):
                try:
                    found = assess_text(text=_decoded(line), language=options["language"])
                except TranslatableError as error:
                    failures += 1
                    found = {"line": number, "error": explain(error)}
                self.stdout.write(json.dumps(found, ensure_ascii=False))
                self.stdout.flush()  # whoever feeds us line by line waits for each answer
        if failures:
            raise CommandError(
                ngettext(
                    "%(count)s line could not be assessed",
                    "%(count)s lines could not be assessed",
                    failures,
                )
                % {"count": failures}
            )


def _opened(name: str) -> BinaryIO:
    if name == "-":
        return sys.stdin.buffer
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise CommandError(
            _("cannot read %(name)s: %(reason)s") % {"name": name, "reason": error.strerror}
        ) from error


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines by number; of one that is surely too long only the beginning is kept."""
    longest = _longest()
    number = 0
    while line := stream.readline(longest):
        number += 1
        rest = line
        while len(rest) >= longest and not rest.endswith(b"\n"):
            rest = stream.readline(longest)
        yield number, line


def _longest() -> int:
    """Bytes that no text within the limit needs, its line's end included."""
    return settings.MAX_IDEA_CHARACTERS * 4 + 3


def _decoded(line: bytes) -> str:
    if len(line) >= _longest():
        return line.decode("utf-8", errors="replace")  # too long, which is what will be said
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        whole = line[: error.start].decode("utf-8")
        raise TextError("encoding", place=len(whole) + 1) from error
