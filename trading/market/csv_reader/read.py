"""From a file's bytes to prices."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..adjust import adjust, enclosed
from ..cautions import cautions_of
from ..errors import MarketError
from ..frequency import Frequency, Mixed, Unknown, infer
from ..prices import Caution, Prices
from .checks import PRICES, check_numbers, check_order
from .dates import stamps
from .headers import PRICE_COLUMNS
from .numbers import decimal_of, numbers
from .options import Options
from .table import Table, table_of
from .text import text_of
from .zones import index_of


def read_prices(data: bytes, options: Options | None = None) -> Prices:
    """The prices in a CSV file's bytes; how to read it is found out unless `options` say it.

    Adjusted closes, where there are any, adjust the other prices. Raises MarketError, with line,
    column and value, for the first fault found; nothing of such a file is used.
    """
    options = options or Options()
    text = text_of(data, options.max_bytes)
    table = table_of(text, PRICE_COLUMNS, ("Date", *PRICES))
    if len(table.rows) < options.min_bars:
        raise MarketError("too_few_bars", bars=len(table.rows), minimum=options.min_bars)
    index = index_of(table, stamps(table, options.date_order), options)
    check_order(table, index)
    frame = _frame(table, index, options)
    frequency = _frequency(table, index)
    return Prices(
        frame=frame,
        frequency=frequency.name,
        bars_per_year=frequency.bars_per_year,
        adjusted=options.adjusted or "Adj Close" in table.columns,
        cautions=(*cautions_of(frame, frequency), *_said_of(table)),
    )


def _frame(table: Table, index: pd.DatetimeIndex, options: Options) -> pd.DataFrame:
    names = [name for name in (*PRICES, "Volume", "Adj Close") if name in table.columns]
    decimal = decimal_of(table, names, options.decimal)
    columns = {name: numbers(table, name, decimal) for name in names}
    check_numbers(table, columns)
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
