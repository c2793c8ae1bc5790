"""Times as numbers: seconds and their parts since 1970, or the days that a spreadsheet counts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from .written import Written

DAYS = "d"
_NUMBER = re.compile(r"-?\d{1,19}(?:\.\d*)?")
_SINCE_1970 = {"s": 1, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}
_LATEST = 7_258_118_400  # seconds: the year 2200
_FEWEST = 10**8  # seconds, which some time of a column must reach: 1973, or 1966
_DAYS = range(10_000, 100_000)  # 1927 to 2173
_DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  # on the spot
_1970 = datetime(1970, 1, 1)  # noqa: DTZ001  # in UTC, which `offset` says


def unit_of(cells: Iterable[str]) -> str:
    """What the numbers of a column count: "s", "ms", "us", "ns" since 1970 in UTC, "d" days of a
    spreadsheet; "" where they are no times. The largest of them tells."""
    sizes = [abs(int(cell.partition(".")[0])) for cell in cells if _NUMBER.fullmatch(cell)]
    if not sizes:
        return ""
    if min(sizes) in _DAYS and max(sizes) in _DAYS:
        return DAYS
    if max(sizes) < _FEWEST:
        return ""
    return next((unit for unit, parts in _SINCE_1970.items() if max(sizes) < _LATEST * parts), "")


def read_number(cell: str, unit: str) -> Written | None:
    """A cell's time in such a unit, or None when it is no number."""
    if not _NUMBER.fullmatch(cell):
        return None
    if unit == DAYS:
        seconds = round(float(cell) * 86_400)  # a spreadsheet keeps no exact times
        return _written(_DAY_ZERO + timedelta(seconds=seconds), None, timed="." in cell)
    whole, _, part = cell.partition(".")
    micro = int(whole) * 1_000_000 // _SINCE_1970[unit]
    if unit == "s" and part:
        micro += int(part.ljust(6, "0")[:6]) * (-1 if cell[0] == "-" else 1)
    return _written(_1970 + timedelta(microseconds=micro), timedelta(0), timed=True)


def _written(time: datetime, offset: timedelta | None, *, timed: bool) -> Written:
    clock = time - time.replace(hour=0, minute=0, second=0, microsecond=0)
    return Written(time.year, time.month, time.day, clock=clock if timed else None, offset=offset)
