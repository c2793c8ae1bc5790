"""A column of dates: which order they are in, and whether they say their zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

from trading.market.clock import on_the_spot, zone_of, zone_with
from trading.market.csv_reader.cells import Written, read_date, read_number, unit_of
from trading.market.csv_reader.options import DateOrder, Halt, Options
from trading.market.csv_reader.table import CsvTable


class Stamps(NamedTuple):
    """A column of times: on the spot, and how far from UTC (None: nobody said).

    `timed` is whether a cell had a time of day, `order` that of day and month, where they could
    stand either way; `unit` is what numbers count, `zone` the place that the cells name.
    """

    local: list[datetime]
    offsets: list[timedelta] | None
    timed: list[bool]
    order: DateOrder | None = None
    unit: str = ""
    zone: str = ""


def stamps(table: CsvTable, asked: DateOrder | None, name: str = "Date") -> Stamps:
    """The times of a column; of Date, joined with the column Time when there is one.

    Raises MarketError: missing, bad_date, ambiguous_dates, contradicting_dates, mixed_zones; Halt
    when a cell's fault was collected.
    """
    cells = table.cells(name)
    if name == "Date" and "Time" in table.columns:
        cells = [f"{day} {time}" for day, time in zip(cells, table.cells("Time"), strict=True)]
    dates: list[Written] = []
    unit = unit_of(cells)
    for row, cell in enumerate(cells):
        written = read_number(cell, unit) if unit else read_date(cell)
        if written is None:
            table.note("bad_date" if cell else "missing", row, name)
            continue
        dates.append(written)
    if len(dates) < len(cells):
        raise Halt
    _refuse_short(table, dates, name)
    order = _order(table, dates, asked, name)
    return Stamps(
        local=_moments(table, dates, order, name),
        offsets=_offsets(table, dates, name),
        timed=[date.clock is not None for date in dates],
        order=order if any(date.open for date in dates) else None,
        unit=unit,
        zone=_zone(table, dates, name),
    )


def _refuse_short(table: CsvTable, dates: list[Written], name: str) -> None:
    """Two digits are a year where all rows have two."""
    short = [row for row, date in enumerate(dates) if date.short]
    if len(short) in (0, len(dates)):
        return
    for row in short:
        table.note("bad_date", row, name)
    raise Halt


def oldest_first(table: CsvTable, found: Stamps) -> tuple[CsvTable, Stamps]:
    """Table and times as they are, or turned round where the newest row stands first."""
    local = found.local
    if len(local) < 2 or any(a < b for a, b in pairwise(local)) or local[0] == local[-1]:
        return table, found
    turned = table._replace(rows=table.rows[::-1], lines=table.lines[::-1])
    offsets = None if found.offsets is None else found.offsets[::-1]
    return turned, found._replace(local=local[::-1], offsets=offsets, timed=found.timed[::-1])


def _order(table: CsvTable, dates: list[Written], asked: DateOrder | None, name: str) -> DateOrder:
    """Which of two numbers is the day: as asked, else as a number above 12 tells."""
    undecided = [(row, date) for row, date in enumerate(dates) if date.open]
    if asked or not undecided:
        return asked or "mdy"
    days_first = next((row for row, date in undecided if date.first > 12), None)
    months_first = next((row for row, date in undecided if date.second > 12), None)
    if days_first is not None and months_first is not None:
        first, second = sorted((days_first, months_first))
        other = table.cell(first, name)
        raise table.fault(
            "contradicting_dates", second, name, other=other, other_line=table.lines[first]
        )
    if days_first is None and months_first is None:
        doubtful = (row for row, date in undecided if date.first != date.second)
        raise table.fault("ambiguous_dates", next(doubtful, undecided[0][0]), name)
    return "mdy" if days_first is None else "dmy"


def _moments(table: CsvTable, dates: list[Written], order: DateOrder, name: str) -> list[datetime]:
    moments: list[datetime] = []
    for row, date in enumerate(dates):
        try:
            moments.append(date.moment(order))
        except ValueError:  # a day, month or year that there is not
            table.note("bad_date", row, name)
    if len(moments) < len(dates):
        raise Halt
    return moments


def _offsets(table: CsvTable, dates: list[Written], name: str) -> list[timedelta] | None:
    known = [date.offset for date in dates if date.offset is not None]
    if known and len(known) < len(dates):
        zoned = [date.offset is not None for date in dates]
        raise table.fault("mixed_zones", zoned.index(not zoned[0]), name)
    return known or None


def _zone(table: CsvTable, dates: list[Written], name: str) -> str:
    """The one place that all cells name, or ""."""
    other = next((row for row, date in enumerate(dates) if date.zone != dates[0].zone), None)
    if other is not None:
        raise table.fault("mixed_zones", other, name)
    return dates[0].zone


# Times of a file as an index: bars that are dates by their date, shorter ones in UTC.

Times = np.ndarray


class Placed(NamedTuple):
    """The bars' times: dates, or UTC; and the zone where they trade ("": they are dates, or it is
    not known). `shifted` says that daily bars got their dates from times of UTC."""

    utc: pd.DatetimeIndex
    zone: str = ""
    shifted: bool = False

    @property
    def on_the_spot(self) -> pd.DatetimeIndex:
        """The times where the bars trade."""
        return on_the_spot(self.utc, self.zone)


def placed(table: CsvTable, found: Stamps, options: Options) -> Placed:
    """The bars' times. Bars of a day and longer keep the date they have where they trade, and those
    that are dates already the date that is written.

    Raises MarketError: no_such_time, bad_zone.
    """
    written = np.array(found.local, dtype="M8[us]")
    dates = written.astype("M8[D]").astype("M8[us]")
    if np.array_equal(written, dates) and has_dates(written):
        _ = options.zone  # a zone that is none is refused all the same
        return Placed(_index(written))
    zone = _zone_name(found, options)
    utc = utc_of_rows(table, found, options.zone, "Date")
    local = written
    if options.timezone and (found.offsets is not None or found.zone):
        local = on_the_spot(_index(utc), zone).tz_localize(None).to_numpy().astype("M8[us]")
    if has_dates(local):
        in_utc = found.offsets is not None and not any(found.offsets) and not options.timezone
        return Placed(_index(local.astype("M8[D]").astype("M8[us]")), shifted=in_utc)
    return Placed(_index(utc), zone)


def _zone_name(found: Stamps, options: Options) -> str:
    if options.timezone or found.zone or found.offsets is None:
        return options.timezone or found.zone
    return zone_with(zip(found.local, found.offsets, strict=True))


def _index(times: Times) -> pd.DatetimeIndex:
    return pd.DatetimeIndex(times, name="Date")


def utc_of_rows(table: CsvTable, found: Stamps, zone: tzinfo | None, name: str) -> Times:
    """A column's times in UTC, shape (rows,): by their own zone, else by `zone` (None: UTC).

    The hour that comes twice in autumn is told by its order. Raises MarketError `no_such_time`.
    """
    if found.offsets is not None:
        offsets = np.array(found.offsets, dtype="m8[us]")
        return np.asarray(np.array(found.local, dtype="M8[us]") - offsets)
    zone = zone_of(found.zone) if found.zone else zone
    if zone is None:
        return np.array(found.local, dtype="M8[us]")
    utc: list[datetime] = []
    for row, time in enumerate(found.local):
        moment = _utc_of(time, zone, fold=0)
        back = moment.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)
        if back != time:
            table.note("no_such_time", row, name, zone=str(zone))
        if utc and moment <= utc[-1]:
            moment = _utc_of(time, zone, fold=1)
        utc.append(moment)
    return np.array(utc, dtype="M8[us]")


def has_dates(local: Times) -> bool:
    """Whether bars are a day or longer: most dates have one bar."""
    _days, bars = np.unique(local.astype("M8[D]"), return_counts=True)
    return bool(np.median(bars) == 1)


def _utc_of(time: datetime, zone: tzinfo, fold: int) -> datetime:
    return time.replace(tzinfo=zone, fold=fold).astimezone(UTC).replace(tzinfo=None)
