"""Bars that are not over yet, by the time it is: those after today, and a last week or month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pandas as pd

from trading.market.csv_reader.table import CsvTable

from .options import Options
from .zones import Placed

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
