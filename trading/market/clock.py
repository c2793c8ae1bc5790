"""Where prices trade, and what time it is there: a day is the exchange's day."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import pandas as pd

from trading.market.errors import MarketError

_OFFSET = re.compile(r"(?:UTC)?([+-])(\d{2}):(\d{2})")
_EXCHANGES = (
    "America/New_York", "Europe/London", "Europe/Berlin", "America/Sao_Paulo", "Australia/Sydney",
    "America/Chicago", "America/Toronto",
)  # fmt: skip
"""The zones tried first for times of which only the offsets are known."""


def zone_of(name: str) -> tzinfo:
    """A zone of the time zone database, or a fixed offset of less than a day as `+05:30`. Raises
    MarketError `bad_zone`."""
    try:
        if fixed := _OFFSET.fullmatch(name):
            sign = -1 if fixed[1] == "-" else 1
            return timezone(sign * timedelta(hours=int(fixed[2]), minutes=int(fixed[3])))
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError
        raise MarketError("bad_zone", zone=" ".join(name.split())[:60]) from None


def on_the_spot(times: pd.DatetimeIndex, zone: str) -> pd.DatetimeIndex:
    """Times in UTC without a zone as those of a place; as they are where no place is named."""
    return times.tz_localize("UTC").tz_convert(zone_of(zone)) if zone else times


def at_the_spot(frame: pd.DataFrame, zone: str) -> pd.DataFrame:
    """A frame of its own whose times are those of a place."""
    frame.index = on_the_spot(pd.DatetimeIndex(frame.index), zone)
    return frame


def in_utc(time: datetime | pd.Timestamp) -> pd.Timestamp:
    """A bar's time in UTC, without a zone; one without a zone is UTC, or a date, already."""
    found = pd.Timestamp(time)
    return found if found.tzinfo is None else found.tz_convert("UTC").tz_localize(None)


def all_in_utc(times: pd.DatetimeIndex) -> pd.DatetimeIndex:
    """The same of many."""
    return times if times.tz is None else times.tz_convert("UTC").tz_localize(None)


def moment(time: datetime | pd.Timestamp) -> datetime:
    """A bar's time as a database keeps it."""
    found: datetime = in_utc(time).to_pydatetime().replace(tzinfo=UTC)
    return found


def zone_with(pairs: Iterable[tuple[datetime, timedelta]]) -> str:
    """The place whose clocks show such offsets from UTC at these local times; "" if there is none.

    One offset throughout is named by itself; UTC is "". Of several places any will do: they have
    the same times on the same days.
    """
    known = list(dict.fromkeys((local.replace(microsecond=0), off) for local, off in pairs))
    offsets = {offset for _, offset in known}
    if len(offsets) == 1:
        return _written(offsets.pop())
    for name in (*_EXCHANGES, *_all_zones()):
        zone = ZoneInfo(name)
        if all(_shows(zone, local, offset) for local, offset in known):
            return name
    return ""


def _shows(zone: ZoneInfo, local: datetime, offset: timedelta) -> bool:
    return (local - offset).replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None) == local


@cache
def _all_zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def _written(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    if not minutes:
        return ""
    sign, minutes = ("-", -minutes) if minutes < 0 else ("+", minutes)
    return f"{sign}{minutes // 60:02d}:{minutes % 60:02d}"
