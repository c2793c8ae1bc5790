"""CSV that a spreadsheet shows without computing formulas; reading the first sheet of a
workbook."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lxml import etree

# First characters of a formula for spreadsheets, the full-width forms of East Asia among them.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%")


def harmless(cell: Any) -> Any:
    """A text that a spreadsheet would compute, with an apostrophe before it; numbers as they are.

    The package's own setting only removes a first "=", and so changes what somebody wrote.
    """
    if isinstance(cell, str) and (cell.startswith(FORMULA) or cell.lstrip().startswith(FORMULA)):
        return f"'{cell}"
    return cell


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """A CSV file line by line; no cell is a formula, objects and lists are JSON."""
    yield _line(header)
    for row in rows:
        yield _line(row)


def _line(row: Sequence[Any]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow([harmless(_cell(cell)) for cell in row])
    return buffer.getvalue()


def _cell(cell: Any) -> Any:
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, dict | list) else cell


# The first sheet of a workbook (XLSX, ECMA-376): its cells as texts, nothing is computed. A file
# that unpacks to more than MOST_BYTES, holds entities or is no workbook is refused.

MOST_BYTES = 20_000_000
BEGINS = b"PK\x03\x04"
"""The first bytes of every such file."""

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_COLUMN = re.compile(r"[A-Z]{1,3}")
_MOST_COLUMNS = 100


_BROKEN = (
    zipfile.BadZipFile, KeyError, etree.XMLSyntaxError, StopIteration, OSError, RuntimeError,
    zlib.error,
)  # fmt: skip
"""The exceptions of reading a broken file; RuntimeError is a password or an unknown compression."""


class WorkbookError(ValueError):
    """The file is not a workbook that can be read."""


def rows_of(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Each row: its number in the sheet, and its cells from the first column on, empty ones
    included.

    Raises WorkbookError.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            if sum(part.file_size for part in book.infolist()) > MOST_BYTES:
                raise WorkbookError
            texts = _shared(book)
            sheet = _parsed(book.read(_first_sheet(book)))
    except _BROKEN as error:
        raise WorkbookError from error
    for place, row in enumerate(sheet.iter(f"{_MAIN}row"), 1):
        number = row.get("r", "")
        yield int(number) if number.isdigit() else place, _cells(row, texts)


def _parsed(data: bytes) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    return etree.fromstring(data, parser)


def _first_sheet(book: zipfile.ZipFile) -> str:
    """The path of the first sheet of the workbook."""
    first = next(_parsed(book.read("xl/workbook.xml")).iter(f"{_MAIN}sheet"), None)
    if first is None:
        raise KeyError("sheet")
    links = _parsed(book.read("xl/_rels/workbook.xml.rels"))
    target = next(link.get("Target") for link in links if link.get("Id") == first.get(_RELATED))
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared(book: zipfile.ZipFile) -> list[str]:
    """The texts that cells refer to by number."""
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    found = _parsed(book.read("xl/sharedStrings.xml")).iter(f"{_MAIN}si")
    return [_text(each) for each in found]


def _text(element: etree._Element) -> str:
    """The text of all its runs, without the phonetic spelling beside them."""
    spoken = set(element.iter(f"{_MAIN}rPh"))
    return "".join(
        each.text or "" for each in element.iter(f"{_MAIN}t") if each.getparent() not in spoken
    )


def _cells(row: etree._Element, texts: list[str]) -> list[str]:
    found: dict[int, str] = {}
    for place, cell in enumerate(row.iter(f"{_MAIN}c")):
        named = _COLUMN.match(cell.get("r", ""))
        column = _number(named[0]) if named else place
        if column < _MOST_COLUMNS:
            found[column] = _value(cell, texts)
    return [found.get(column, "") for column in range(max(found, default=-1) + 1)]


def _number(letters: str) -> int:
    """A column by its letters, from 0: A, B, ... Z, AA."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


def _value(cell: etree._Element, texts: list[str]) -> str:
    if cell.get("t") == "inlineStr":
        return _text(cell)
    value = cell.findtext(f"{_MAIN}v") or ""
    if cell.get("t") == "s":
        known = value.isdigit() and int(value) < len(texts)
        return texts[int(value)] if known else ""
    return value
