"""Numbers as people write them: decimal point or comma, thousands between."""

from __future__ import annotations

import math
import re

import numpy as np
from numpy.typing import NDArray

from .options import Decimal
from .table import Table

_EXPONENT = r"(?:[eE][+-]?\d+)?"
_POINT = re.compile(rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?:,\d{{3}})+)(?:\.\d*)?|\.\d+){_EXPONENT}")
_COMMA = re.compile(rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?:\.\d{{3}})+)(?:,\d*)?|,\d+){_EXPONENT}")
_ABSENT = {"nan", "na", "n/a", "#n/a", "null", "none", "nil", "nd", "-", "--"}
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|infinito|∞)", re.IGNORECASE)
_CURRENCY = re.compile(
    r"^(?:R\$|US\$|[A-Z]{0,2}\$|[€£¥₹]|USD|BRL|EUR|GBP)\s*|\s*(?:[$€£¥₹]|USD|BRL|EUR|GBP)$"
)
_THOUSANDS = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?!\d))")
_SCALE = {"k": 1e3, "m": 1e6, "b": 1e9}  # 1.2M shares


def decimal_of(table: Table, names: list[str], asked: Decimal | None) -> str:
    """`.` or `,`: as asked, else as the first number shows that can be read in one way only.

    Raises MarketError `ambiguous_decimal` when there are separators and none tells: 1.234 in a
    file between `;`. Between commas a decimal comma is rare enough to take the point.
    """
    if asked:
        return "." if asked == "point" else ","
    doubtful: tuple[int, str] | None = None
    places = [(name, table.columns[name]) for name in names]
    for number, row in enumerate(table.rows):
        for name, place in places:
            cell = bare(row[place])
            if "." not in cell and "," not in cell:
                continue
            point, comma = _POINT.fullmatch(cell), _COMMA.fullmatch(cell)
            if bool(point) != bool(comma):
                return "." if point else ","
            if point and doubtful is None:
                doubtful = (number, name)
    if doubtful and table.delimiter != ",":
        raise table.fault("ambiguous_decimal", *doubtful)
    return "."


def numbers(table: Table, name: str, decimal: str) -> NDArray[np.float64]:
    """A column as numbers, shape (rows,). Raises MarketError: missing, nan, infinite, text.

    Where faults are collected, what is no number is NaN.
    """
    cells = table.cells(name)
    values = np.full(len(cells), np.nan)
    for row, cell in enumerate(cells):
        value = number(cell, decimal, scaled=name == "Volume")
        if isinstance(value, str):
            table.note(value, row, name)
            continue
        values[row] = value
    return values


def bare(cell: str) -> str:
    """A number without the sign of a currency, and without blanks or apostrophes between its
    thousands."""
    found = _CURRENCY.sub("", cell.strip())
    return _THOUSANDS.sub("", found) if found[:1].isdigit() else found


def number(cell: str, decimal: str, *, scaled: bool = False) -> float | str:
    """The number a cell holds, or the code of what is wrong with it."""
    scale, cell = 1.0, bare(cell)
    if scaled and cell[-1:].lower() in _SCALE and cell[:-1].strip():
        cell, scale = cell[:-1].strip(), _SCALE[cell[-1].lower()]
    form = _POINT if decimal == "." else _COMMA
    if not form.fullmatch(cell):
        return _wrong(cell)
    thousands = "," if decimal == "." else "."
    value = float(cell.replace(thousands, "").replace(decimal, ".")) * scale
    return value if math.isfinite(value) else "infinite"


def _wrong(cell: str) -> str:
    if not cell:
        return "missing"
    if cell.lower() in _ABSENT:
        return "nan"
    return "infinite" if _INFINITE.fullmatch(cell) else "text"
