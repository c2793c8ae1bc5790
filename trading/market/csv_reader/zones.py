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
    if found.offsets is not None:
        utc = local - np.array(found.offsets, dtype="m8[us]")
        if zone:
            local = _on_the_spot(utc, zone)
    elif zone and not has_dates(local):
        utc = _utc(table, found.local, zone)
    else:
        utc = local
    times = local.astype("M8[D]").astype("M8[us]") if has_dates(local) else utc
    return pd.DatetimeIndex(times, name="Date")


def has_dates(local: np.ndarray) -> bool:
    """Whether bars are a day or longer: most dates have one bar."""
    _days, bars = np.unique(local.astype("M8[D]"), return_counts=True)
    return bool(np.median(bars) == 1)


def _on_the_spot(utc: np.ndarray, zone: ZoneInfo) -> np.ndarray:
    index = pd.DatetimeIndex(utc, tz="UTC").tz_convert(zone).tz_localize(None)
    return index.to_numpy().astype("M8[us]")


def _utc(table: Table, local: list[datetime], zone: ZoneInfo) -> np.ndarray:
    """Times of a zone in UTC; the hour that comes twice in autumn is told by its order."""
    utc: list[datetime] = []
    for row, time in enumerate(local):
        moment = _utc_of(time, zone, fold=0)
        back = moment.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)
        if back != time:
            raise table.fault("no_such_time", row, "Date", zone=zone.key)
        if utc and moment <= utc[-1]:
            moment = _utc_of(time, zone, fold=1)
        utc.append(moment)
    return np.array(utc, dtype="M8[us]")


def _utc_of(time: datetime, zone: ZoneInfo, fold: int) -> datetime:
    return time.replace(tzinfo=zone, fold=fold).astimezone(UTC).replace(tzinfo=None)
