"""`manage.py assess`: one text a line in, one JSON object a line out."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.side_process import SideProcesses
from config.text.validation import TextError
from hypotheses.services.assess import assess_text

_LARGE = 16_384  # bytes of a file, some hundred texts, that are worth further processes
_AHEAD = 4  # texts that wait per process

Reading = Callable[[], dict[str, Any]]


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
            for found in _answers(stream, options["language"]):
                failures += "error" in found
                self.stdout.write(json.dumps(found, ensure_ascii=False))
                self.stdout.flush()  # a program that writes line by line waits for each answer
        if failures:
            raise CommandError(
                ngettext(
                    "%(count)s line could not be assessed",
                    "%(count)s lines could not be assessed",
                    failures,
                )
                % {"count": failures}
            )


def _answers(stream: BinaryIO, language: str) -> Iterator[dict[str, Any]]:
    """The result of each line, in order."""
    cores = os.cpu_count() or 1
    alone = stream is sys.stdin.buffer or os.fstat(stream.fileno()).st_size < _LARGE
    readings = _in_turn(stream, language) if alone else _side_by_side(stream, language, cores)
    for number, reading in readings:
        try:
            yield reading()
        except TranslatableError as error:
            yield {"line": number, "error": explain(error)}


def _in_turn(stream: BinaryIO, language: str) -> Iterator[tuple[int, Reading]]:
    for number, line in _lines(stream):
        yield number, partial(_read, line, language)


def _side_by_side(stream: BinaryIO, language: str, cores: int) -> Iterator[tuple[int, Reading]]:
    """A process for each core, and a few texts ahead for each."""
    waiting: deque[tuple[int, Reading]] = deque()
    with closing(SideProcesses(cores)) as processes, ThreadPoolExecutor(cores) as threads:
        for number, line in _lines(stream):
            reading = threads.submit(_read, line, language, processes).result
            waiting.append((number, reading))
            if len(waiting) > _AHEAD * cores:
                yield waiting.popleft()
        yield from waiting


def _read(line: bytes, language: str, processes: SideProcesses | None = None) -> dict[str, Any]:
    return assess_text(text=_decoded(line), language=language, processes=processes)


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
    """The lines with their numbers; of one that is certainly too long only the beginning is
    read."""
    longest = _longest()
    number = 0
    while line := stream.readline(longest):
        number += 1
        rest = line
        while len(rest) >= longest and not rest.endswith(b"\n"):
            rest = stream.readline(longest)
        yield number, line


def _longest() -> int:
    """The most bytes that a text within the limit can have, its line end included."""
    return settings.MAX_IDEA_CHARACTERS * 4 + 3


def _decoded(line: bytes) -> str:
    if len(line) >= _longest():
        return line.decode("utf-8", errors="replace")  # too long, which the result will say
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        whole = line[: error.start].decode("utf-8")
        raise TextError("encoding", place=len(whole) + 1) from error
