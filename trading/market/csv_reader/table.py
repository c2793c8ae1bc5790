"""A CSV file's rows under the columns that matter, each with its line."""

from __future__ import annotations

import csv
import io
import re
from typing import NamedTuple

from trading.market.csv_reader.fault_list import Faults, Halt, keep
from trading.market.csv_reader.heading import BARS, Heading, Known, heading_of
from trading.market.csv_reader.options import shown
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
