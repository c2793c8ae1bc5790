"""Times of a file as an index: bars that are dates by their date, shorter ones in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

import numpy as np
import pandas as pd

from trading.market.clock import on_the_spot, zone_of, zone_with
from trading.market.csv_reader.dates import Stamps
from trading.market.csv_reader.options import Options
from trading.market.csv_reader.table import CsvTable

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
