"""Price files of which everything is known: calendar, place, spelling, height of the prices."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

CALENDARS: dict[str, tuple[tuple[int, ...], float]] = {
    "Monday to Friday": ((0, 1, 2, 3, 4), 252.0),
    "Sunday to Thursday": ((6, 0, 1, 2, 3), 252.0),
    "Saturday to Wednesday": ((5, 6, 0, 1, 2), 252.0),
    "Monday to Saturday": ((0, 1, 2, 3, 4, 5), 313.0),
    "every day": ((0, 1, 2, 3, 4, 5, 6), 365.0),
}
ZONES = ("America/Sao_Paulo", "America/New_York", "Europe/Berlin", "Asia/Kolkata",
         "Australia/Sydney", "Pacific/Auckland")  # fmt: skip
DAILY = ("date", "midnight", "midnight_utc", "seconds", "milliseconds", "dmy", "unnamed", "yahoo",
         "newest_first", "short", "run", "serial", "weekday", "bare")  # fmt: skip
_DAY_ZERO = pd.Timestamp("1899-12-30")  # of a spreadsheet
HOURLY = ("offset", "z", "wall", "milliseconds")
PRICES = (0.004, 1.0, 95.0, 6_000.0, 60_000.0)
SIGNS = ("", "$", "R$ ")


@dataclass(frozen=True)
class Known:
    """A file and the truth of it. `timezone` is what its owner would say, "" for nothing."""

    data: bytes
    timezone: str
    bars: int
    bars_per_year: float
    weekdays: frozenset[int]
    hours: frozenset[int]
    first: str


def known_file(seed: int) -> Known:
    """The file of a seed: every calendar, zone, spelling and height comes up."""
    rng = np.random.default_rng(seed)
    weekdays, sessions = list(CALENDARS.values())[seed % len(CALENDARS)]
    zone = ZONES[(seed // 2) % len(ZONES)]
    height, sign = PRICES[seed % len(PRICES)], SIGNS[seed % len(SIGNS)]
    hourly = seed % 3 == 2  # for less than a year: which holidays come back is not known
    days = _trading_days(weekdays, rng, away_in_may=not hourly)
    if hourly:
        return _hours(days, sessions, zone, HOURLY[(seed // 3) % len(HOURLY)], height, rng)
    spelling = DAILY[seed % len(DAILY)]
    rows = _rows([_day(day, spelling) for day in days], height, sign, rng)
    if spelling == "newest_first":
        rows = rows[::-1]
    data = "\n".join([*_header(spelling), *rows, ""]).encode()
    return Known(
        data, zone, len(days), sessions, frozenset(weekdays), frozenset({0}),
        f"{days[0]:%Y-%m-%d}",
    )  # fmt: skip


def _trading_days(
    weekdays: tuple[int, ...], rng: np.random.Generator, *, away_in_may: bool = True
) -> pd.DatetimeIndex:
    """About two years, with single holidays, some of two days and the first week of each May; none
    where every day trades."""
    every = pd.date_range("2021-03-01", periods=700, freq="D")
    days = every[np.isin(every.day_of_week, weekdays)]
    if len(weekdays) == 7:
        return days
    away = rng.choice(np.arange(10, len(days) - 10, 9), 14, replace=False)
    pairs = [*away, *(away[:4] + 1)]
    may = np.flatnonzero(away_in_may & (days.month == 5) & (days.day <= 7))
    return days.delete(sorted({int(place) for place in (*pairs, *may)}))


def _day(day: pd.Timestamp, spelling: str) -> str:
    since = int(day.timestamp())
    return {
        "midnight": f"{day:%Y-%m-%d} 00:00:00",
        "midnight_utc": f"{day:%Y-%m-%d}T00:00:00+00:00",
        "seconds": str(since),
        "milliseconds": str(since * 1000),
        "dmy": f"{day:%d/%m/%Y}",
        "short": f"{day:%d/%m/%y}",
        "run": f"{day:%Y%m%d} 000000",
        "serial": str((day - _DAY_ZERO).days),
        "weekday": f"{day:%a %d %b %Y}",
    }.get(spelling, f"{day:%Y-%m-%d}")


def _header(spelling: str) -> list[str]:
    if spelling == "yahoo":
        return ["Price,Open,High,Low,Close,Volume", "Ticker,X,X,X,X,X", "Date,,,,,"]
    if spelling == "bare":
        return []
    first = {"seconds": "time", "milliseconds": "open_time", "unnamed": ""}.get(spelling, "Date")
    return [f"{first},Open,High,Low,Close,Volume"]


def _hours(
    days: pd.DatetimeIndex, sessions: float, zone: str, spelling: str, height: float,
    rng: np.random.Generator,
) -> Known:  # fmt: skip
    """Six hours a day from ten, with an hour's break at noon."""
    clock = (10, 11, 13, 14, 15, 16)
    days = days[:120]
    stamps = [
        day.tz_localize(ZoneInfo(zone)) + pd.Timedelta(hours=hour) for day in days for hour in clock
    ]
    stamps = [
        stamp.normalize().replace(hour=hour)
        for stamp, hour in zip(stamps, clock * len(days), strict=True)
    ]
    written = {
        "offset": [stamp.isoformat() for stamp in stamps],
        "z": [f"{stamp.tz_convert('UTC'):%Y-%m-%dT%H:%M:%SZ}" for stamp in stamps],
        "wall": [f"{stamp:%Y-%m-%d %H:%M}" for stamp in stamps],
        "milliseconds": [str(int(stamp.timestamp()) * 1000) for stamp in stamps],
    }[spelling]
    head = "timestamp" if spelling == "milliseconds" else "Date"
    rows = _rows(written, height, "", rng)
    data = "\n".join([f"{head},Open,High,Low,Close,Volume", *rows, ""]).encode()
    said = "" if spelling == "offset" else zone
    return Known(
        data, said, len(stamps), sessions * len(clock), frozenset(days.day_of_week),
        frozenset(clock), f"{days[0]:%Y-%m-%d}",
    )  # fmt: skip


def _rows(stamps: list[str], height: float, sign: str, rng: np.random.Generator) -> list[str]:
    close = height * np.exp(np.cumsum(rng.normal(0, 0.004, len(stamps))))
    opened = np.r_[height, close[:-1]]
    high, low = np.maximum(opened, close) * 1.002, np.minimum(opened, close) * 0.998
    return [
        ",".join([stamp, *(f"{sign}{value:.8f}" for value in bar), "1000"])
        for stamp, *bar in zip(stamps, opened, high, low, close, strict=True)
    ]
