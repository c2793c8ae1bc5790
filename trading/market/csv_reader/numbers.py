"""Columns of numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.market.csv_reader.cells import ABSENT, bare, number, readings
from trading.market.csv_reader.options import Decimal
from trading.market.csv_reader.table import CsvTable


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
