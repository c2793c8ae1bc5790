"""A user's file of auxiliary rows: all of it or nothing, every refusal with its place."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import numpy as np
import pandas as pd

from trading.market.auxiliary.kinds import AuxiliaryKind
from trading.market.csv_reader.table import CsvTable, table_of

from ..csv_reader.collecting import Faults, attempt, in_order
from ..csv_reader.dates import Stamps, stamps
from ..csv_reader.layout import Layout
from ..csv_reader.numbers import decimal_of
from ..csv_reader.numerals import number
from ..csv_reader.options import Options
from ..csv_reader.text import text_of
from ..csv_reader.zones import utc_of_rows
from ..errors import MarketError

_DAY = timedelta(days=1) - timedelta(microseconds=1)


class RowsReading(NamedTuple):
    """What a file holds, and how it was understood."""

    rows: pd.DataFrame
    layout: Layout


def read_rows(data: bytes, kind: AuxiliaryKind, options: Options | None = None) -> pd.DataFrame:
    """The rows in the order of `available_at` (UTC, without a zone), one column each of the kind's.

    A date without a time counts from the end of that day on: the hour is not known. A number that
    is not given is NaN, a text "". Raises MarketError, with line, column and value.
    """
    return read_rows_file(data, kind, options).rows


def read_rows_file(data: bytes, kind: AuxiliaryKind, options: Options | None = None) -> RowsReading:
    """As `read_rows`, with how the file was understood."""
    options = options or Options()
    table, given = _table(data, kind, options)
    decimal = decimal_of(table, given, options.decimal)
    found = stamps(table, options.date_order, "available_at")
    columns: dict[str, object] = {"available_at": _available(table, found, options)}
    columns |= _values(table, kind, decimal)
    for name in kind.texts:
        blank = [""] * len(table.rows)
        columns[name] = table.cells(name) if name in table.columns else blank
    rows = pd.DataFrame(columns).sort_values("available_at", kind="stable", ignore_index=True)
    return RowsReading(rows, Layout.of(table, found, decimal))


def row_faults(data: bytes, kind: AuxiliaryKind, options: Options | None = None) -> Faults:
    """What keeps `read_rows` from reading the file, as much as can be told at once; or nothing."""
    options = options or Options()
    faults: Faults = []
    opened = attempt(faults, lambda: _table(data, kind, options, faults))
    if opened is None:
        return in_order(faults)
    table, given = opened
    attempt(
        faults,
        lambda: _available(table, stamps(table, options.date_order, "available_at"), options),
    )
    decimal = attempt(faults, lambda: decimal_of(table, given, options.decimal))
    if decimal is not None:
        attempt(faults, lambda: _values(table, kind, decimal))
    return in_order(faults)


def _table(
    data: bytes, kind: AuxiliaryKind, options: Options, faults: Faults | None = None
) -> tuple[CsvTable, list[str]]:
    """The table, and the kind's numbers that it has. Raises MarketError."""
    text = text_of(data, options.max_bytes)
    table = table_of(text, kind.spellings, ("available_at", *kind.required), faults)
    given = [name for name in kind.numbers if name in table.columns]
    if not given:
        named = ", ".join(kind.numbers)
        raise MarketError("no_values", line=table.heading.line, columns=named)
    return table, given


def _available(table: CsvTable, found: Stamps, options: Options) -> np.ndarray:
    late = [
        time if timed else time + _DAY for time, timed in zip(found.local, found.timed, strict=True)
    ]
    return utc_of_rows(table, found._replace(local=late), options.zone, "available_at")


def _values(table: CsvTable, kind: AuxiliaryKind, decimal: str) -> dict[str, list[float]]:
    """The numbers. Raises MarketError: of a cell, or `no_values` for a row without any."""
    columns = {
        name: list(_numbers(table, name, decimal, bounds, required=name in kind.required))
        for name, bounds in kind.numbers.items()
    }
    empty = np.isnan(np.array(list(columns.values()))).all(axis=0)
    if empty.any() and not table.faults:
        line = table.lines[int(empty.argmax())]
        raise MarketError("no_values", line=line, columns=", ".join(kind.numbers))
    return columns


def _numbers(
    table: CsvTable, name: str, decimal: str, bounds: tuple[float, float], *, required: bool
) -> Iterator[float]:
    if name not in table.columns:
        yield from [np.nan] * len(table.rows)
        return
    for row, cell in enumerate(table.cells(name)):
        value = number(cell, decimal)
        if value == "missing" and not required:
            yield np.nan
            continue
        if isinstance(value, str):
            table.note(value, row, name)
            yield np.nan
            continue
        if not bounds[0] <= value <= bounds[1]:
            low, high = (f"{bound:g}" for bound in bounds)
            table.note("absurd", row, name, low=low, high=high)
        yield value
