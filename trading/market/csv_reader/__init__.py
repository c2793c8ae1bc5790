"""A user's price file into bars: all of it or nothing, every refusal with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.market.cautions import cautions_of
from trading.market.csv_reader.dates import Placed, oldest_first, placed, stamps
from trading.market.csv_reader.heading import BARS, PRICE_COLUMNS
from trading.market.csv_reader.layout import Layout
from trading.market.csv_reader.options import MOST, Faults, Options, attempt, in_order
from trading.market.csv_reader.table import (
    UTF8,
    UTF16,
    CsvTable,
    decimal_of,
    encoding_of,
    numbers,
    table_of,
    text_of,
)
from trading.market.errors import MarketError
from trading.market.frequency import Calendar, Frequency, Mixed, Unknown, infer
from trading.market.prices import Caution, Prices, adjust, enclosed

__all__ = ["Layout", "Options", "PriceFile", "price_faults", "read_file", "read_prices"]


# What prices must be, whatever the market: the bars that are not, by line and column.

LOWEST, HIGHEST = 1e-9, 1e9  # a price in any currency; beyond, a slip of the decimals
MOST_TRADED = 1e15
ROUNDING = 2.0**-21
"""Relative: how far a price may lie beyond its bar by being kept in single precision (2^-24 each)
or adjusted there; beyond, it is a fault."""
_SEEN = 1e-9  # relative: less is no more than how numbers are written

Numbers = Mapping[str, NDArray[np.float64]]
Fault = tuple[int, int, str, str, dict[str, object]]


def check_numbers(table: CsvTable, columns: Numbers) -> None:
    """Raises MarketError for the first row with a price or volume that cannot be.

    not_positive, absurd, high_below_low, outside, negative. Where faults are collected: the first
    of each row. What is NaN is left alone.
    """
    found: list[Fault] = []

    def note(bad: NDArray[np.bool_], code: str, name: str, **params: NDArray[np.float64]) -> None:
        if bad.any():
            for row in _first(table, bad):
                said: dict[str, object] = {key: f"{v[row]:.10g}" for key, v in params.items()}
                found.append((row, len(found), code, name, said))

    everywhere = np.ones(len(table.rows))
    for name in (name for name in columns if name != "Volume"):
        note(columns[name] <= 0, "not_positive", name)
        beyond = (columns[name] < LOWEST) | (columns[name] > HIGHEST)
        note(beyond, "absurd", name, low=LOWEST * everywhere, high=HIGHEST * everywhere)
    high, low = columns["High"], columns["Low"]
    note(high < low * (1 - ROUNDING), "high_below_low", "High", low=low)
    for name in ("Open", "Close"):
        outside = (columns[name] > high * (1 + ROUNDING)) | (columns[name] < low * (1 - ROUNDING))
        note(outside, "outside", name, low=low, high=high)
    if "Volume" in columns:
        note(columns["Volume"] < 0, "negative", "Volume")
        beyond = columns["Volume"] > MOST_TRADED
        note(beyond, "absurd", "Volume", low=0 * everywhere, high=MOST_TRADED * everywhere)
    before = -1
    for row, _order, code, name, said in sorted(found, key=lambda fault: fault[:2]):
        if row != before:
            table.note(code, row, name, **said)
        before = row


def beyond_by_rounding(columns: Numbers) -> int:
    """How many bars have an open or close beyond their low or high; `check_numbers` found it to be
    no more than rounding."""
    inner = [columns["Open"], columns["Close"]]
    above = np.maximum(*inner) > columns["High"] * (1 + _SEEN)
    below = np.minimum(*inner) < columns["Low"] * (1 - _SEEN)
    return int(np.count_nonzero(above | below))


def check_order(table: CsvTable, times: pd.DatetimeIndex) -> None:
    """Raises MarketError unless the times rise: duplicate_date, unsorted_dates."""
    steps = np.diff(times.asi8)
    if not (steps <= 0).any():
        return
    for row in _first(table, np.concatenate([[False], steps <= 0])):
        other, code = row - 1, "unsorted_dates"
        earlier = np.flatnonzero(times.asi8[:row] == times.asi8[row])
        if len(earlier):
            other, code = int(earlier[0]), "duplicate_date"
        params = {"other": table.cell(other, "Date"), "other_line": table.lines[other]}
        table.note(code, row, "Date", **params)


def _first(table: CsvTable, bad: NDArray[np.bool_]) -> list[int]:
    """The first row at fault; the first MOST, where faults are collected."""
    if table.faults is None:
        return [int(bad.argmax())]
    return [int(row) for row in np.flatnonzero(bad)[:MOST]]


# Bars that are not over yet, by the time it is: those after today, and a last week or month.

PERIODS = {"1w": "week", "1mo": "month"}
_AHEAD = timedelta(hours=14)  # how far the clocks of the earliest place are ahead of UTC
_FRIDAY = 4


def check_future(table: CsvTable, times: Placed, options: Options, *, but_last: bool) -> None:
    """Raises MarketError `future` for bars after the time it is.

    `but_last` leaves the last one out, known to be of a week or month that is not over.
    """
    if options.now is None:
        return
    late = np.asarray(times.utc > _latest(times, options, options.now))
    late[-1] &= not but_last
    for row in np.flatnonzero(late).tolist():
        table.note("future", row, "Date")


def _latest(times: Placed, options: Options, now: datetime) -> pd.Timestamp:
    """Of dates today's, where the bars trade if that is known; of shorter bars the time in UTC."""
    if not (times.utc == times.utc.normalize()).all():
        return pd.Timestamp(now)
    zone = options.zone
    there = now + _AHEAD if zone is None else now.replace(tzinfo=UTC).astimezone(zone)
    return pd.Timestamp(there.date())


def lies_in(now: datetime, bar: pd.Timestamp, period: str) -> bool:
    """Whether the week or month of a bar goes on.

    A week's bar bears its first day, or its last from Friday on; then it is over with that day.
    """
    today, day = pd.Timestamp(now.date()), pd.Timestamp(bar.date())
    if period == "month":
        last = day + pd.offsets.MonthEnd(0)
        return bool(last.replace(day=1) <= today < last)
    if today < day:  # it bears its last day, whichever
        return bool(day - today < timedelta(days=7))
    begin = day - timedelta(days=day.weekday())
    if day.weekday() in (_FRIDAY, _FRIDAY + 1):
        return False
    if day.weekday() > _FRIDAY:  # a Sunday begins the week that follows
        begin = day
    return bool(begin <= today < begin + timedelta(days=6))


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
