"""Times of a file as an index without a zone: daily bars by their date, shorter ones in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from .dates import Stamps
from .options import Options
from .table import Table


def index_of(table: Table, found: Stamps, options: Options) -> pd.DatetimeIndex:
    """The bars' times. Daily and longer bars keep the date they have on the spot.

    Raises MarketError: no_such_time, bad_zone.
    """
    zone = options.zone
    local = np.array(found.local, dtype="M8[us]")
    if zone and found.offsets is not None:
        utc = pd.DatetimeIndex(utc_of_rows(table, found, zone, "Date"), tz="UTC")
        local = utc.tz_convert(zone).tz_localize(None).to_numpy().astype("M8[us]")
    if has_dates(local):
        times = local.astype("M8[D]").astype("M8[us]")
    else:
        times = utc_of_rows(table, found, zone, "Date")
    return pd.DatetimeIndex(times, name="Date")


def utc_of_rows(table: Table, found: Stamps, zone: ZoneInfo | None, name: str) -> np.ndarray:
    """A column's times in UTC, shape (rows,): by their own zone, else by `zone` (None: UTC).

    The hour that comes twice in autumn is told by its order. Raises MarketError `no_such_time`.
    """
    if found.offsets is not None:
        offsets = np.array(found.offsets, dtype="m8[us]")
        return np.asarray(np.array(found.local, dtype="M8[us]") - offsets)
    if zone is None:
        return np.array(found.local, dtype="M8[us]")
    utc: list[datetime] = []
    for row, time in enumerate(found.local):
        moment = _utc_of(time, zone, fold=0)
        back = moment.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)
        if back != time:
            table.note("no_such_time", row, name, zone=zone.key)
        if utc and moment <= utc[-1]:
            moment = _utc_of(time, zone, fold=1)
        utc.append(moment)
    return np.array(utc, dtype="M8[us]")


def has_dates(local: np.ndarray) -> bool:
    """Whether bars are a day or longer: most dates have one bar."""
    _days, bars = np.unique(local.astype("M8[D]"), return_counts=True)
    return bool(np.median(bars) == 1)


def _utc_of(time: datetime, zone: ZoneInfo, fold: int) -> datetime:
    return time.replace(tzinfo=zone, fold=fold).astimezone(UTC).replace(tzinfo=None)
