"""From a file's bytes to prices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from ..adjust import adjust, enclosed
from ..cautions import cautions_of
from ..errors import MarketError
from ..frequency import Frequency, Mixed, Unknown, infer
from ..prices import Caution, Prices
from .checks import PRICES, check_numbers, check_order
from .collecting import Faults, attempt, in_order
from .dates import stamps
from .headers import PRICE_COLUMNS
from .layout import Layout
from .numbers import decimal_of, numbers
from .options import Options
from .table import Table, table_of
from .text import text_of
from .zones import index_of


class Reading(NamedTuple):
    """What a file holds, and how it was understood."""

    prices: Prices
    layout: Layout


def read_prices(data: bytes, options: Options | None = None) -> Prices:
    """The prices in a CSV file's bytes; how to read it is found out unless `options` say it.

    Adjusted closes, where there are any, adjust the other prices. Raises MarketError, with line,
    column and value, for the first fault found; nothing of such a file is used.
    """
    return read_file(data, options).prices


def read_file(data: bytes, options: Options | None = None) -> Reading:
    """As `read_prices`, with how the file was understood."""
    options = options or Options()
    table = _table(data, options)
    if len(table.rows) < options.min_bars:
        raise _too_few(table, options)
    found = stamps(table, options.date_order)
    index = index_of(table, found, options)
    check_order(table, index)
    names = _names(table)
    decimal = decimal_of(table, names, options.decimal)
    frame = _frame(_numbers(table, names, decimal), index)
    frequency = _frequency(table, index)
    prices = Prices(
        frame=frame,
        frequency=frequency.name,
        bars_per_year=frequency.bars_per_year,
        adjusted=options.adjusted or "Adj Close" in table.columns,
        cautions=(*cautions_of(frame, frequency), *_said_of(table)),
    )
    return Reading(prices, Layout.of(table, found.order, decimal))


def price_faults(data: bytes, options: Options | None = None) -> Faults:
    """What keeps `read_prices` from reading the file, as much as can be told at once; or nothing.

    Slower than a reading that stops at the first fault, and asked for only after one.
    """
    options = options or Options()
    faults: Faults = []
    table = attempt(faults, lambda: _table(data, options, faults))
    if table is None:
        return in_order(faults)
    if len(table.rows) < options.min_bars:
        faults.append(_too_few(table, options))
    index = attempt(faults, lambda: index_of(table, stamps(table, options.date_order), options))
    if index is not None:
        attempt(faults, lambda: check_order(table, index))
    names = _names(table)
    decimal = attempt(faults, lambda: decimal_of(table, names, options.decimal))
    if decimal is not None:
        attempt(faults, lambda: _numbers(table, names, decimal))
    if not faults and index is not None:
        attempt(faults, lambda: _frequency(table, index))
    return in_order(faults)


def _table(data: bytes, options: Options, faults: Faults | None = None) -> Table:
    text = text_of(data, options.max_bytes)
    return table_of(text, PRICE_COLUMNS, ("Date", *PRICES), faults)


def _too_few(table: Table, options: Options) -> MarketError:
    return MarketError("too_few_bars", bars=len(table.rows), minimum=options.min_bars)


def _names(table: Table) -> list[str]:
    return [name for name in (*PRICES, "Volume", "Adj Close") if name in table.columns]


def _numbers(table: Table, names: list[str], decimal: str) -> dict[str, np.ndarray]:
    columns = {name: numbers(table, name, decimal) for name in names}
    check_numbers(table, columns)
    return columns


def _frame(columns: dict[str, np.ndarray], index: pd.DatetimeIndex) -> pd.DataFrame:
    columns.setdefault("Volume", np.full(len(index), np.nan))
    raw = pd.DataFrame(columns, index=index)
    if "Adj Close" in columns:
        return adjust(raw, raw["Adj Close"])
    return enclosed(raw)


def _frequency(table: Table, index: pd.DatetimeIndex) -> Frequency:
    try:
        return infer(index)
    except Mixed as error:
        raise table.fault(
            "mixed_frequency", error.bar, "Date", frequency=error.frequency
        ) from error
    except Unknown as error:
        raise table.fault("unknown_frequency", error.bar, "Date") from error


def _said_of(table: Table) -> list[Caution]:
    said = []
    if "Adj Close" in table.columns:
        said.append(Caution("adjusted_here", {"column": table.written("Adj Close")}))
    if table.unused:
        said.append(Caution("columns_ignored", {"columns": ", ".join(table.unused)}))
    return said
