"""A user's file of auxiliary rows: all of it or nothing, every refusal with its place."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import numpy as np
import pandas as pd

from ..csv_reader.dates import stamps
from ..csv_reader.numbers import decimal_of, number
from ..csv_reader.options import Options
from ..csv_reader.table import Table, table_of
from ..csv_reader.text import text_of
from ..csv_reader.zones import utc_of_rows
from ..errors import MarketError
from .kinds import Kind

_DAY = timedelta(days=1) - timedelta(microseconds=1)


def read_rows(data: bytes, kind: Kind, options: Options | None = None) -> pd.DataFrame:
    """The rows in the order of `available_at` (UTC, without a zone), one column each of the kind's.

    A date without a time counts from the end of that day on: the hour is not known. A number that
    is not given is NaN, a text "". Raises MarketError, with line, column and value.
    """
    options = options or Options()
    text = text_of(data, options.max_bytes)
    table = table_of(text, kind.spellings, ("available_at", *kind.required))
    given = [name for name in kind.numbers if name in table.columns]
    if not given:
        named = ", ".join(kind.numbers)
        raise MarketError("no_values", line=table.header_line, columns=named)
    decimal = decimal_of(table, given, options.decimal)
    columns: dict[str, object] = {"available_at": _available(table, options)}
    for name, bounds in kind.numbers.items():
        required = name in kind.required
        columns[name] = list(_numbers(table, name, decimal, bounds, required=required))
    _refuse_empty(table, kind, columns)
    for name in kind.texts:
        blank = [""] * len(table.rows)
        columns[name] = table.cells(name) if name in table.columns else blank
    return pd.DataFrame(columns).sort_values("available_at", kind="stable", ignore_index=True)


def _available(table: Table, options: Options) -> np.ndarray:
    found = stamps(table, options.date_order, "available_at")
    late = [
        time if timed else time + _DAY for time, timed in zip(found.local, found.timed, strict=True)
    ]
    return utc_of_rows(table, found._replace(local=late), options.zone, "available_at")


def _numbers(
    table: Table, name: str, decimal: str, bounds: tuple[float, float], *, required: bool
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
            raise table.fault(value, row, name)
        if not bounds[0] <= value <= bounds[1]:
            low, high = (f"{bound:g}" for bound in bounds)
            raise table.fault("absurd", row, name, low=low, high=high)
        yield value


def _refuse_empty(table: Table, kind: Kind, columns: dict[str, object]) -> None:
    """Raises MarketError `no_values` for a row without any number."""
    values = np.array([columns[name] for name in kind.numbers])
    empty = np.isnan(values).all(axis=0)
    if empty.any():
        line = table.lines[int(empty.argmax())]
        raise MarketError("no_values", line=line, columns=", ".join(kind.numbers))
