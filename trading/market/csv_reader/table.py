"""A CSV file's rows under the columns that matter, each with its line."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..errors import MarketError
from .collecting import Faults, Halt, keep
from .headers import meanings
from .options import shown

Known = Mapping[str, Sequence[str]]
_DELIMITERS = (",", ";", "\t")
_NAME = re.compile(r"[^\W\d_][^,;]*")  # begins with a letter: no number, no date


class Table(NamedTuple):
    """Rows as text. `columns` maps our names to places in a row, `header` is as written.

    `faults` is where faults are collected; without it the first one is raised.
    """

    delimiter: str
    header: list[str]
    header_line: int
    columns: dict[str, int]
    rows: list[list[str]]
    lines: list[int]
    faults: Faults | None = None

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
        return self.header[place].strip() or f"#{place + 1}"

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
        names = [name.strip() for place, name in enumerate(self.header) if place not in used]
        return [name for name in names if name]


def table_of(
    text: str, known: Known, required: tuple[str, ...], faults: Faults | None = None
) -> Table:
    """The table under the header, which is the first line that is not empty.

    Raises MarketError: not_csv, no_columns, missing_column, repeated_column, row_length, no_rows.
    With `faults`, what is wrong with a row or column is collected there, and Halt is raised where
    columns are missing.
    """
    line, first = _first_line(text)
    delimiter, header = _header(first, line, known)
    levels = _levels(text, line, delimiter)
    header, line = _joined(header, levels, known), line + len(levels)
    columns = _columns(header, line, known)
    for name in required:
        if name not in columns:
            keep(faults, MarketError("missing_column", line=line, column=name, value=shown(first)))
    if faults:
        raise Halt
    rows, lines = _rows(text, delimiter, line, len(header), faults)
    if not rows and not faults:
        raise MarketError("no_rows")
    return Table(delimiter, header, line, columns, rows, lines, faults)


def _first_line(text: str) -> tuple[int, str]:
    """The header's line; a first line `sep=;`, as Excel writes it, is none."""
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        if line.strip() and not line.strip().lower().startswith("sep="):
            return number, line.strip("\r\n")
    raise MarketError("no_rows")


def _header(line: str, number: int, known: Known) -> tuple[str, list[str]]:
    """The sign that splits the header into the most columns we understand, and these."""
    try:
        names = {sign: next(csv.reader([line], delimiter=sign)) for sign in _DELIMITERS}
    except csv.Error as error:
        raise MarketError("not_csv", line=number, reason=str(error)) from None
    best = max(_DELIMITERS, key=lambda sign: (len(meanings(names[sign], known)), len(names[sign])))
    if len(names[best]) == 1:
        raise MarketError("no_columns", line=number, value=shown(line))
    return best, names[best]


def _levels(text: str, line: int, delimiter: str) -> list[list[str]]:
    """The lines below the first that belong to the header, as pandas writes columns of two levels:
    a ticker over or under each name, then perhaps the name of the first column alone."""
    below = list(itertools.islice(_lines_after(text, line, delimiter), 2))
    if not below or not _names_only(below[0]):
        return []
    alone = len(below) > 1 and bool(below[1][0]) and not any(below[1][1:])
    return below if alone else below[:1]


def _lines_after(text: str, line: int, delimiter: str) -> Iterator[list[str]]:
    lines = itertools.islice(io.StringIO(text, newline=""), line, None)
    for row in csv.reader(lines, delimiter=delimiter):
        yield [cell.strip() for cell in row]


def _names_only(row: list[str]) -> bool:
    """Whether a line is a level of a header: every cell is a name, the first one or none."""
    first, rest = (row or [""])[0], row[1:]
    named = all(_NAME.fullmatch(cell) for cell in rest)
    return bool(rest) and named and (not first or bool(_NAME.fullmatch(first)))


def _joined(header: list[str], levels: list[list[str]], known: Known) -> list[str]:
    """One header of several levels: the one that is understood best, its first column named by the
    last level that stands alone."""
    if not levels:
        return header
    rows = [header, *(row for row in levels if any(row[1:]))]
    rest = [["", *row[1:]] for row in rows]
    best = max(range(len(rows)), key=lambda at: len(meanings(rest[at], known)))
    first = levels[-1][0] if not any(levels[-1][1:]) else rows[best][0]
    understood = meanings([first, *rows[best][1:]], known).get(0)
    return [first if understood == "Date" else "", *rows[best][1:]]


def _columns(header: list[str], line: int, known: Known) -> dict[str, int]:
    columns: dict[str, int] = {}
    for place, name in meanings(header, known).items():
        if name in columns and name == "Volume":
            continue  # pieces and money: the first will do
        if name in columns:
            first, second = header[columns[name]].strip(), header[place].strip()
            raise MarketError("repeated_column", line=line, first=first, second=second)
        columns[name] = place
    return columns


def _rows(
    text: str, delimiter: str, header_line: int, width: int, faults: Faults | None
) -> tuple[list[list[str]], list[int]]:
    """The rows below the header that are not empty, and the line each begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    begins = 1
    try:
        for row in reader:
            line, begins = begins, reader.line_num + 1
            if line > header_line and any(cell.strip() for cell in row):
                if len(row) != width and not _fits(row, width):
                    keep(
                        faults, MarketError("row_length", line=line, found=len(row), expected=width)
                    )
                    continue
                rows.append(row[:width])
                lines.append(line)
    except csv.Error as error:  # the quotes are wrong: where rows begin is no longer known
        keep(faults, MarketError("not_csv", line=begins, reason=str(error)))
    return rows, lines


def _fits(row: list[str], width: int) -> bool:
    """Whether a row of another length only has empty fields beyond the header."""
    return len(row) > width and not any(cell.strip() for cell in row[width:])
