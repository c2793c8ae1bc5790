"""A file of ideas: read whole, its faults by line; taken in whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from config.desk.spreadsheets import BEGINS, WorkbookError, rows_of
from config.runs.errors import REFUSALS, explain
from hypotheses.domain.refinement import check_limit
from hypotheses.domain.types import DEFAULT_REFINEMENTS
from hypotheses.services.submit import Submission, read_idea, submit_hypothesis

MOST = 100
"""Ideas of one file."""
MOST_BYTES = 1_000_000
_NAMES = {
    "text": ("text", "idea", "hypothesis", "texto", "ideia", "hipótese", "hipotese"),
    "language": ("language", "idioma", "língua", "lingua"),
    "max_refinements": ("max_refinements", "refinements", "refinamentos"),
}
_FIELD_OF = {name: field for field, names in _NAMES.items() for name in names}


@dataclass(frozen=True)
class IdeaRow:
    """An idea as the file has it, ready to be submitted."""

    line: int
    text: str
    language: str = "auto"
    max_refinements: int = DEFAULT_REFINEMENTS


@dataclass(frozen=True)
class IdeasFileFault:
    """What is wrong with a line; 0 for what is wrong with all of it."""

    line: int
    said: str


@dataclass(frozen=True)
class Contents:
    """A file's ideas in order, and its faults."""

    rows: tuple[IdeaRow, ...]
    faults: tuple[IdeasFileFault, ...]


class _Wrong(Exception):
    """A line that cannot be read."""


def read_file(data: bytes) -> Contents:
    """The first sheet of a workbook; JSON lines where the first begins with a brace; a table where
    its head names `text` or `idea`; else an idea a line. Writes nothing."""
    if len(data) > MOST_BYTES:
        return _only(_("the file is larger than %(most)s bytes") % {"most": MOST_BYTES})
    try:
        lines = list(_sheet(data)) if data.startswith(BEGINS) else list(_lines(_decoded(data)))
    except WorkbookError:
        return _only(_("the file is no workbook (XLSX) that can be read"))
    except UnicodeDecodeError:
        return _only(_("the file is not text in UTF-8: save it as “CSV UTF-8”"))
    rows: list[IdeaRow] = []
    faults: list[IdeasFileFault] = []
    for line, content in lines:
        try:
            rows.append(_row(line, content))
        except _Wrong as error:
            faults.append(IdeasFileFault(line, str(error)))
        if len(rows) + len(faults) > MOST:
            return _only(_("the file holds more than %(most)s ideas: cut it") % {"most": MOST})
    if not rows and not faults:
        return _only(_("the file holds no idea"))
    return Contents(tuple(rows), tuple(faults))


@transaction.atomic
def submit_file(*, rows: tuple[IdeaRow, ...], user: User | None = None) -> list[Submission]:
    """Submit every idea of a file, or none. Raises Refusal with the line; QuotaExceeded."""
    made = []
    for row in rows:
        values = {"language": row.language, "max_refinements": row.max_refinements}
        try:
            made.append(submit_hypothesis(text=row.text, user=user, **values))  # type: ignore[arg-type]
        except REFUSALS as error:
            message = _("line %(line)s: %(why)s; nothing was taken in")
            raise Refusal(message % {"line": row.line, "why": explain(error)}) from error
    return made


def _only(message: str) -> Contents:
    return Contents((), (IdeasFileFault(0, message),))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8-sig")


def _sheet(data: bytes) -> Iterator[tuple[int, Any]]:
    """The rows of a workbook's first sheet: under a head that names its columns, or an idea in the
    first cell of each."""
    fields: list[str] | None = None
    for number, cells in rows_of(data):
        if not any(cell.strip() for cell in cells):
            continue
        named = [_FIELD_OF.get(cell.strip().lower(), "") for cell in cells]
        if fields is None and "text" in named:
            fields = named
            continue
        fields = fields or ["text"]
        yield number, dict(zip(fields, cells, strict=False))


def _lines(content: str) -> Iterator[tuple[int, Any]]:
    """Each line with its number: what it says by field, or a text that is wrong."""
    first = next((line for line in content.splitlines() if line.strip()), "")
    if first.lstrip().startswith("{"):
        for number, line in enumerate(content.splitlines(), 1):
            if line.strip():
                yield number, line
        return
    sign = next((sign for sign in (";", "\t", ",") if _names_text(first, sign)), "")
    if not sign:
        for number, line in enumerate(content.splitlines(), 1):
            if line.strip():
                yield number, {"text": line}
        return
    yield from _table(content, sign)


def _names_text(line: str, sign: str) -> bool:
    """Whether a line is a head in which a column of ideas is named."""
    names = (name.strip().strip('"').lower() for name in line.split(sign))
    return any(_FIELD_OF.get(name) == "text" for name in names)


def _table(content: str, sign: str) -> Iterator[tuple[int, Any]]:
    reader = csv.reader(io.StringIO(content), delimiter=sign)
    fields: list[str] = []
    line = 1
    try:
        for cells in reader:
            if not fields and any(cell.strip() for cell in cells):
                fields = [_FIELD_OF.get(cell.strip().lower(), "") for cell in cells]
            elif any(cell.strip() for cell in cells):
                yield line, dict(zip(fields, cells, strict=False))
            line = reader.line_num + 1
    except csv.Error as error:
        yield line, _Wrong(str(error))


def _row(line: int, content: Any) -> IdeaRow:
    """A line as an idea. Raises _Wrong."""
    if isinstance(content, _Wrong):
        raise content
    if isinstance(content, str):
        content = _object(content)
    text = content.get("text")
    if not isinstance(text, str) or not text.strip():
        raise _Wrong(_("there is no text"))
    language = str(content.get("language") or "auto").strip().lower()
    limit = _limit(content)
    try:
        check_limit(limit)
        read_idea(text=text, language=language)
    except REFUSALS as error:
        raise _Wrong(explain(error)) from error
    return IdeaRow(line, text, language, limit)


def _object(line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _Wrong(_("this is not JSON")) from error
    if not isinstance(found, dict):
        raise _Wrong(_("this is not a JSON object"))
    return {_FIELD_OF.get(str(name).lower(), ""): value for name, value in found.items()}


def _limit(content: Mapping[str, Any]) -> int:
    given = content.get("max_refinements")
    if given is None or str(given).strip() == "":
        return DEFAULT_REFINEMENTS
    text = str(given).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise _Wrong(_("%(given)s is no number of refinements") % {"given": text[:40]})
    return int(text)
