"""What is known of a ticker beside its prices: each row counts from its `available_at` on."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np
import pandas as pd

from trading.market.csv_reader.cells import normalized, number
from trading.market.csv_reader.dates import Stamps, stamps, utc_of_rows
from trading.market.csv_reader.layout import Layout
from trading.market.csv_reader.options import Faults, Options, attempt, in_order
from trading.market.csv_reader.table import CsvTable, decimal_of, table_of, text_of
from trading.market.errors import MarketError

# The kinds of auxiliary data and their columns (described for users in docs/data.md).

_ANY = (-1e18, 1e18)
_COUNT = (0.0, 1e15)
_SCORE = (-1.0, 1.0)


@dataclass(frozen=True)
class AuxiliaryKind:
    """`required` and `optional` columns are numbers, each within its bounds; `texts` may be empty.

    A kind without required columns needs a number in any of the optional ones.
    """

    name: str
    required: dict[str, tuple[float, float]] = field(default_factory=dict)
    optional: dict[str, tuple[float, float]] = field(default_factory=dict)
    texts: tuple[str, ...] = ()

    @property
    def numbers(self) -> dict[str, tuple[float, float]]:
        return {**self.required, **self.optional}

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns in their order; `available_at` is the first."""
        return ("available_at", *self.numbers, *self.texts)

    @property
    def spellings(self) -> dict[str, list[str]]:
        """How a header may call them: case, blanks and signs do not matter."""
        return {name: [normalized(name)] for name in self.columns}


_REPORTED = (
    "revenue gross_profit operating_income ebitda net_income eps total_assets total_liabilities "
    "total_equity total_debt cash current_assets current_liabilities operating_cash_flow "
    "capital_expenditure dividends"
).split()

KINDS = {
    kind.name: kind
    for kind in (
        AuxiliaryKind(
            "fundamentals",
            optional={**dict.fromkeys(_REPORTED, _ANY), "shares_outstanding": _COUNT},
            texts=("period_end", "currency"),
        ),
        AuxiliaryKind("news", {"sentiment": _SCORE}, texts=("headline", "source")),
        AuxiliaryKind(
            "options",
            {"call_volume": _COUNT, "put_volume": _COUNT},
            {
                "call_open_interest": _COUNT,
                "put_open_interest": _COUNT,
                "implied_volatility": (0.0, 100.0),
            },
        ),
        # Bought above zero, sold below.
        AuxiliaryKind(
            "insider", {"shares": (-1e15, 1e15)}, {"price": (0.0, 1e9)}, ("insider", "role")
        ),
        # +1 up, -1 down, 0 kept.
        AuxiliaryKind(
            "analyst", {"rating_change": _SCORE}, {"target_price": (0.0, 1e9)}, ("firm", "rating")
        ),
        AuxiliaryKind("social", {"sentiment": _SCORE, "mentions": _COUNT}, texts=("platform",)),
    )
}


# A user's file of auxiliary rows: all of it or nothing, every refusal with its place.

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


# Auxiliary rows as they are known at a time, and as bytes.


def as_of(rows: pd.DataFrame, when: datetime | pd.Timestamp) -> pd.DataFrame:
    """The rows that were available at `when` (UTC, without a zone), in their order."""
    return rows[rows["available_at"] <= pd.Timestamp(when)].reset_index(drop=True)


def encode_rows(rows: pd.DataFrame, kind: AuxiliaryKind) -> bytes:
    """The rows in normal form: one form for one content, so that its hash names it.

    UTF-8 CSV under the kind's columns; times with microseconds; numbers in the fewest digits that
    give them back exactly, empty for NaN.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(kind.columns)
    times = pd.DatetimeIndex(rows["available_at"]).strftime("%Y-%m-%dT%H:%M:%S.%f")
    numbers = [["" if math.isnan(x) else repr(x + 0.0) for x in _floats(rows, n)]
               for n in kind.numbers]  # fmt: skip
    texts = [rows[name].tolist() for name in kind.texts]
    writer.writerows(zip(times, *numbers, *texts, strict=True))
    return text.getvalue().encode()


def decode_rows(data: bytes, kind: AuxiliaryKind) -> pd.DataFrame:
    """The rows of `encode_rows`."""
    found = list(csv.reader(io.StringIO(data.decode(), newline="")))[1:]
    columns = dict(zip(kind.columns, zip(*found, strict=True), strict=True))
    frame: dict[str, object] = {
        "available_at": pd.DatetimeIndex(columns["available_at"]).as_unit("us")
    }
    for name in kind.numbers:
        frame[name] = [float(cell) if cell else math.nan for cell in columns[name]]
    for name in kind.texts:
        frame[name] = list(columns[name])
    return pd.DataFrame(frame)


def _floats(rows: pd.DataFrame, name: str) -> list[float]:
    return [float(value) for value in rows[name]]


__all__ = [
    "KINDS",
    "AuxiliaryKind",
    "RowsReading",
    "as_of",
    "decode_rows",
    "encode_rows",
    "read_rows",
    "read_rows_file",
    "row_faults",
]
