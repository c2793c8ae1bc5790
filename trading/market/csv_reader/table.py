"""A CSV file's rows under the columns that matter, each with its line."""

from __future__ import annotations

import codecs
import csv
import io
import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.market.csv_reader.cells import ABSENT, bare, number, readings
from trading.market.csv_reader.heading import BARS, Heading, Known, heading_of
from trading.market.csv_reader.options import Decimal, Faults, Halt, keep, shown
from trading.market.errors import MarketError

_EVENT = re.compile(r"\b(?:dividendo?|split|desdobramento|grupamento|bonificação)\b", re.IGNORECASE)


class CsvTable(NamedTuple):
    """Rows as text, and the line that each begins on.

    `faults` is where faults are collected; without it the first one is raised. `events` and
    `repeated` count rows that were left out: of dividends or splits, and such as the one before.
    """

    heading: Heading
    rows: list[list[str]]
    lines: list[int]
    faults: Faults | None = None
    events: int = 0
    repeated: int = 0

    @property
    def columns(self) -> dict[str, int]:
        """Our names and their places in a row."""
        return self.heading.columns

    def cells(self, name: str) -> list[str]:
        """All of a column, without blanks around."""
        place = self.columns[name]
        return [row[place].strip() for row in self.rows]

    def cell(self, row: int, name: str) -> str:
        """One value, as an error quotes it."""
        return shown(self.rows[row][self.columns[name]].strip())

    def written(self, name: str) -> str:
        """What the file calls a column of ours."""
        place = self.columns[name]
        return self.heading.names[place].strip() or f"#{place + 1}"

    def fault(self, code: str, row: int, name: str, **params: object) -> MarketError:
        """The error at a row of a column, with its line, column and value."""
        column, value = self.written(name), self.cell(row, name)
        where = {"line": self.lines[row], "column": column, "value": value}
        return MarketError(code, **where, **params)

    def note(self, code: str, row: int, name: str, **params: object) -> None:
        """Raise that error, or collect it."""
        keep(self.faults, self.fault(code, row, name, **params))

    @property
    def unused(self) -> list[str]:
        """Columns of the file that mean nothing to us."""
        used = set(self.columns.values())
        names = [name.strip() for place, name in enumerate(self.heading.names) if place not in used]
        return [name for name in names if name]


def table_of(
    text: str,
    known: Known,
    required: tuple[str, ...],
    faults: Faults | None = None,
    *,
    bars: bool = False,
) -> CsvTable:
    """The table under the header. Of `bars`, rows that are none are left out, and counted.

    Raises MarketError: not_csv, no_columns, missing_column, repeated_column, row_length, no_rows.
    With `faults`, what is wrong with a row or column is collected there, and Halt is raised where
    columns are missing.
    """
    heading = heading_of(text, known, required)
    for name in required:
        if name not in heading.columns:
            written = shown(heading.written)
            keep(
                faults,
                MarketError("missing_column", line=heading.line, column=name, value=written),
            )
    if faults:
        raise Halt
    rows, lines = _rows(text, heading, faults, bars=bars)
    table = CsvTable(heading, rows, lines, faults)
    if bars:
        table = _bars_alone(table)
    if not table.rows and not faults:
        raise MarketError("no_rows")
    return table


def _rows(
    text: str, heading: Heading, faults: Faults | None, *, bars: bool
) -> tuple[list[list[str]], list[int]]:
    """The rows below the header that are not empty, and the line each begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=heading.delimiter, strict=True)
    width = len(heading.names)
    rows: list[list[str]] = []
    lines: list[int] = []
    begins = 1
    try:
        for row in reader:
            line, begins = begins, reader.line_num + 1
            if line <= heading.line or not any(cell.strip() for cell in row):
                continue
            short = len(row) < width and bars and bool(_EVENT.search(row[-1]))
            if len(row) != width and not short and not _fits(row, width):
                keep(faults, MarketError("row_length", line=line, found=len(row), expected=width))
                continue
            rows.append([*row, *[""] * width][:width])
            lines.append(line)
    except csv.Error as error:  # the quotes are wrong: where rows begin is no longer known
        keep(faults, MarketError("not_csv", line=begins, reason=str(error)))
    return rows, lines


def _fits(row: list[str], width: int) -> bool:
    """Whether a row of another length only has empty fields beyond the header."""
    return len(row) > width and not any(cell.strip() for cell in row[width:])


def _bars_alone(table: CsvTable) -> CsvTable:
    """Without rows of dividends and splits, and without those that say the same as the one before,
    in all columns."""
    prices = [table.columns[name] for name in BARS]
    kept: list[int] = []
    events = 0
    for place, row in enumerate(table.rows):
        if any(_EVENT.search(row[price]) for price in prices):
            events += 1
        elif not kept or row != table.rows[kept[-1]]:
            kept.append(place)
    return table._replace(
        rows=[table.rows[place] for place in kept],
        lines=[table.lines[place] for place in kept],
        events=events,
        repeated=len(table.rows) - events - len(kept),
    )


# Columns of numbers.


def decimal_of(table: CsvTable, names: list[str], asked: Decimal | None) -> str:
    """`.` or `,`: as asked, else as the first number shows that can be read in one way only.

    Raises MarketError `ambiguous_decimal` when there are separators and none tells: 1.234 in a
    file between `;`. Between commas a decimal comma is rare enough to take the point.
    """
    if asked:
        return "." if asked == "point" else ","
    doubtful: tuple[int, str] | None = None
    places = [(name, table.columns[name]) for name in names]
    for at, row in enumerate(table.rows):
        for name, place in places:
            cell = bare(row[place])
            if "." not in cell and "," not in cell:
                continue
            point, comma = readings(cell)
            if point != comma:
                return "." if point else ","
            if point and doubtful is None:
                doubtful = (at, name)
    if doubtful and table.heading.delimiter != ",":
        raise table.fault("ambiguous_decimal", *doubtful)
    return "."


def numbers(table: CsvTable, name: str, decimal: str) -> NDArray[np.float64]:
    """A column as numbers, shape (rows,). Raises MarketError: missing, nan, infinite, text.

    A volume may be missing. That, and what is no number where faults are collected, is NaN.
    """
    cells = table.cells(name)
    values = np.full(len(cells), np.nan)
    for row, cell in enumerate(cells):
        value = number(cell, decimal, scaled=name == "Volume")
        if isinstance(value, str):
            if name != "Volume" or value not in ABSENT:
                table.note(value, row, name)
            continue
        values[row] = value
    return values


# The bytes of a file as text, or why they are none.

UTF8, UTF16, WINDOWS = "utf-8-sig", "utf-16", "cp1252"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_MAGIC = {
    b"PK\x03\x04": "a ZIP archive or an Excel workbook",
    b"\xd0\xcf\x11\xe0": "an Excel workbook",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF document",
    b"PAR1": "a Parquet file",
    b"SQLite format 3": "an SQLite database",
    b"\x89PNG": "an image",
}
_MARKUP = re.compile(r"\s*<(?:!doctype|\?xml|html|head|body|table|div|svg)\b", re.IGNORECASE)
_JSON = re.compile(r"\s*[\[{]")
_SAMPLE = 4096


def text_of(data: bytes, max_bytes: int, *, prices: bool = False) -> str:
    """UTF-8 text, its byte order mark removed; of `prices`, where letters stand in the header
    alone, in one of `encoding_of`.

    Raises MarketError: too_large, empty, not_text, utf16, nul, not_utf8.
    """
    if len(data) > max_bytes:
        raise MarketError("too_large", limit=max_bytes)
    encoding = encoding_of(data) if prices else UTF8
    _refuse_binary(data, utf16=encoding == UTF16)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise _not_utf8(data) from None
    if not text.strip():
        raise MarketError("empty")
    if _MARKUP.match(text):  # `<DATE>,<OPEN>` is a header
        raise MarketError("not_text", kind="HTML or XML")
    if _JSON.match(text):
        raise MarketError("not_text", kind="JSON")
    return text


def encoding_of(data: bytes) -> str:
    """Of what spreadsheets write as CSV: UTF-8, UTF-16 with its mark, else Windows-1252."""
    if data.startswith(_UTF16[:2]) and not data.startswith(_UTF16[2:]):
        return UTF16
    try:
        data.decode(UTF8)
    except UnicodeDecodeError:
        return UTF8 if data.startswith(codecs.BOM_UTF8) else WINDOWS
    return UTF8


def _not_utf8(data: bytes) -> MarketError:
    try:
        data.decode(UTF8)
    except UnicodeDecodeError as error:
        # With the mark's bytes counted: `object` is what was given, not what is left of it.
        at = error.start + len(data) - len(error.object)
        line = data[:at].count(b"\n") + 1
        return MarketError("not_utf8", line=line, value=f"0x{data[at]:02X}")
    return MarketError("utf16")


def _refuse_binary(data: bytes, *, utf16: bool) -> None:
    for magic, kind in _MAGIC.items():
        if data.startswith(magic):
            raise MarketError("not_text", kind=kind)
    if utf16:
        return
    # Without a mark, Latin text in UTF-16 has a NUL in every second byte.
    if data.startswith(_UTF16) or data[:_SAMPLE].count(0) * 3 > len(data[:_SAMPLE]) > 0:
        raise MarketError("utf16")
    if (at := data.find(0)) >= 0:
        raise MarketError("nul", line=data[:at].count(b"\n") + 1)
