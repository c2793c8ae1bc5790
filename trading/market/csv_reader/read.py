"""From a file's bytes to prices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from trading.market.csv_reader.table import CsvTable, table_of

from ..adjust import adjust, enclosed
from ..cautions import cautions_of
from ..errors import MarketError
from ..frequency import Calendar, Frequency, Mixed, Unknown, infer
from ..prices import Caution, Prices
from .checks import beyond_by_rounding, check_numbers, check_order
from .collecting import Faults, attempt, in_order
from .dates import oldest_first, stamps
from .headers import PRICE_COLUMNS
from .heading import BARS
from .layout import Layout
from .numbers import decimal_of, numbers
from .options import Options
from .text import UTF8, UTF16, encoding_of, text_of
from .unfinished import PERIODS, check_future, lies_in
from .zones import Placed, placed


class PriceFile(NamedTuple):
    """What a file holds, and how it was understood."""

    prices: Prices
    layout: Layout


def read_prices(data: bytes, options: Options | None = None) -> Prices:
    """The prices in a CSV file's bytes; how to read it is found out unless `options` say it.

    Adjusted closes, where there are any, adjust the other prices. Raises MarketError, with line,
    column and value, for the first fault found; nothing of such a file is used.
    """
    return read_file(data, options).prices


def read_file(data: bytes, options: Options | None = None) -> PriceFile:
    """As `read_prices`, with how the file was understood."""
    options = options or Options()
    read = _table(data, options)
    if len(read.rows) < options.min_bars:
        raise _too_few(read, options)
    table, found = oldest_first(read, stamps(read, options.date_order))
    times = placed(table, found, options)
    check_order(table, times.utc)
    frequency, unfinished = _frequency(table, times, options)
    check_future(table, times, options, but_last=bool(unfinished))
    names = _names(table)
    decimal = decimal_of(table, names, options.decimal)
    columns = _numbers(table, names, decimal)
    widened = beyond_by_rounding(columns)
    frame = _frame(columns, times.on_the_spot)
    if unfinished and not options.keep_partial:
        frame = frame.iloc[:-1]
    calendar = frequency.calendar
    if options.year is not None:
        calendar = Calendar("given", options.year)
    said = _Said(table, times, widened, unfinished, table is not read, encoding_of(data))
    prices = Prices(
        frame=frame,
        frequency=frequency.name,
        bars_per_year=calendar.bars_per_year,
        calendar=calendar.as_plain(),
        timezone=times.zone,
        adjusted=options.adjusted or "Adj Close" in table.columns,
        cautions=(*cautions_of(frame, frequency), *said.cautions(options)),
    )
    return PriceFile(prices, Layout.of(table, found, decimal))


def price_faults(data: bytes, options: Options | None = None) -> Faults:
    """What keeps `read_prices` from reading the file, as much as can be told at once; or nothing.

    Slower than a reading that stops at the first fault, and asked for only after one.
    """
    options = options or Options()
    faults: Faults = []
    read = attempt(faults, lambda: _table(data, options, faults))
    if read is None:
        return in_order(faults)
    table = read
    if len(table.rows) < options.min_bars:
        faults.append(_too_few(table, options))
    found = attempt(faults, lambda: stamps(read, options.date_order))
    times = None
    if found is not None:
        table, found = oldest_first(table, found)
        times = attempt(faults, lambda: placed(table, found, options))
    if times is not None:
        attempt(faults, lambda: check_order(table, times.utc))
    names = _names(table)
    decimal = attempt(faults, lambda: decimal_of(table, names, options.decimal))
    if decimal is not None:
        attempt(faults, lambda: _numbers(table, names, decimal))
    if times is not None:
        ordered = bool(times.utc.is_monotonic_increasing and times.utc.is_unique)
        known = attempt(faults, lambda: _frequency(table, times, options)) if ordered else None
        unfinished = bool(known and known[1])
        attempt(faults, lambda: check_future(table, times, options, but_last=unfinished))
    return in_order(faults)


def _table(data: bytes, options: Options, faults: Faults | None = None) -> CsvTable:
    text = text_of(data, options.max_bytes, prices=True)
    return table_of(text, PRICE_COLUMNS, ("Date", *BARS), faults, bars=True)


def _too_few(table: CsvTable, options: Options) -> MarketError:
    return MarketError("too_few_bars", bars=len(table.rows), minimum=options.min_bars)


def _names(table: CsvTable) -> list[str]:
    return [name for name in (*BARS, "Volume", "Adj Close") if name in table.columns]


def _numbers(table: CsvTable, names: list[str], decimal: str) -> dict[str, np.ndarray]:
    columns = {name: numbers(table, name, decimal) for name in names}
    check_numbers(table, columns)
    return columns


def _frame(columns: dict[str, np.ndarray], index: pd.DatetimeIndex) -> pd.DataFrame:
    columns.setdefault("Volume", np.full(len(index), np.nan))
    raw = pd.DataFrame(columns, index=index)
    if "Adj Close" in columns:
        return adjust(raw, raw["Adj Close"])
    return enclosed(raw)


def _frequency(table: CsvTable, times: Placed, options: Options) -> tuple[Frequency, str]:
    """The frequency of the bars that are over, and the period of a last one that is not: "week",
    "month", or "". One that is kept counts with the others."""
    index = times.on_the_spot
    try:
        frequency = _inferred(table, index)
    except MarketError as error:
        # Yahoo stamps the month that is not over with today's date.
        shorter = len(index) > 3 and error.values.get("line") == table.lines[-1]
        if not shorter or options.keep_partial:
            raise
        frequency = _inferred(table, index[:-1])
        period = PERIODS.get(frequency.name, "")
        if not period:
            raise
        return frequency, period
    period = PERIODS.get(frequency.name, "")
    if not period or options.now is None or not lies_in(options.now, index[-1], period):
        return frequency, ""
    return frequency if options.keep_partial else _inferred(table, index[:-1]), period


def _inferred(table: CsvTable, index: pd.DatetimeIndex) -> Frequency:
    try:
        return infer(index)
    except Mixed as error:
        raise table.fault(
            "mixed_frequency", error.bar, "Date", frequency=error.frequency
        ) from error
    except Unknown as error:
        raise table.fault("unknown_frequency", error.bar, "Date") from error


class _Said(NamedTuple):
    """What a user should know of how a file was read."""

    table: CsvTable
    times: Placed
    widened: int
    unfinished: str
    turned: bool
    encoding: str

    def cautions(self, options: Options) -> Iterator[Caution]:
        if self.unfinished:
            kept = "_kept" if options.keep_partial else ""
            at = self.times.utc[-1].date().isoformat()
            yield Caution(f"partial_{self.unfinished}{kept}", {"at": at})
        yield from self._of_the_file()
        if self.turned:
            yield Caution("newest_first", {})
        if self.widened:
            yield Caution("widened", {"count": self.widened})
        if self.times.shifted:
            yield Caution("dates_of_utc", {})
        if "Adj Close" in self.table.columns:
            yield Caution("adjusted_here", {"column": self.table.written("Adj Close")})
        if self.table.unused:
            yield Caution("columns_ignored", {"columns": ", ".join(self.table.unused)})

    def _of_the_file(self) -> Iterator[Caution]:
        """Of what stands in it and is no bar, and of what is not in it."""
        heading = self.table.heading
        if self.encoding != UTF8:
            name = "UTF-16" if self.encoding == UTF16 else "Windows-1252"
            yield Caution("encoding", {"encoding": name})
        if heading.above:
            yield Caution("above_header", {"count": heading.above, "line": heading.line})
        if not heading.named:
            yield Caution("no_header", {})
        if self.table.events:
            yield Caution("events", {"count": self.table.events})
        if self.table.repeated:
            yield Caution("repeated", {"count": self.table.repeated})
