"""One date or time as written: its numbers, before it is known which of two is the day."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from .headers import plain
from .options import DateOrder

_TIME = r"[T\s,]\s*(?P<H>\d{1,2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,](?P<f>\d{1,9}))?)?"
_ZONE = r"(?:\s*(?P<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?"
_OF = r"(?:\s+de\s+|\s*[\s/-]\s*)"  # 1 de março de 2000, 01-Mar-2000
_FORMS = [
    re.compile(rf"{form}(?:{_TIME}{_ZONE})?", re.IGNORECASE)
    for form in (
        r"(?P<y>\d{4})(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})",
        r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})",
        r"(?P<a>\d{1,2})(?P<sep>[-/.])(?P<b>\d{1,2})(?P=sep)(?P<y>\d{4})",
        rf"(?P<d>\d{{1,2}}){_OF}(?P<name>[^\W\d_]{{3,9}})\.?,?{_OF}(?P<y>\d{{4}})",
        r"(?P<name>[^\W\d_]{3,9})\.?\s(?P<d>\d{1,2}),?\s(?P<y>\d{4})",
    )
]
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d):(\d\d))?")  # the most of all files
_MONTHS = (
    "jan january janeiro", "feb february fev fevereiro", "mar march marco", "apr april abr abril",
    "may mai maio", "jun june junho", "jul july julho", "aug august ago agosto",
    "sep sept september set setembro", "oct october out outubro", "nov november novembro",
    "dec december dez dezembro",
)  # fmt: skip
_MONTH_OF = {word: number for number, words in enumerate(_MONTHS, 1) for word in words.split()}
_COUNTED = re.compile(r"(\d{9,19})(?:\.0*)?")
_LATEST = 7_258_118_400_000_000  # the year 2200, in millionths of a second
_YEARS = range(1800, 2201)  # beyond them, a slip rather than a market


class Written(NamedTuple):
    """A date's numbers. `open` is whether `first` and `second` may be day and month either way.

    Where it is settled, `first` is the month. `clock` is the time of day, `offset` its distance
    from UTC; None where the cell has none.
    """

    year: int
    first: int
    second: int
    open: bool = False
    clock: timedelta | None = None
    offset: timedelta | None = None

    def moment(self, order: DateOrder) -> datetime:
        """The time on the spot. Raises ValueError for one that does not exist."""
        first, second = self.first, self.second
        month, day = (second, first) if self.open and order == "dmy" else (first, second)
        if self.year not in _YEARS:
            raise ValueError(f"the year {self.year}")
        midnight = datetime(self.year, month, day)  # noqa: DTZ001  # its zone stands apart
        return midnight + self.clock if self.clock else midnight


def read_date(cell: str) -> Written | None:
    """A cell's date, or None when it has no known form."""
    if match := _ISO.fullmatch(cell):
        year, month, day, hour, minute, second = match.groups()
        return Written(int(year), int(month), int(day), clock=_clock(hour, minute, second))
    for form in _FORMS:
        if match := form.fullmatch(cell):
            return _read(match.groupdict())
    if match := _COUNTED.fullmatch(cell):
        return _since_1970(int(match[1]))
    return None


def unit_of(cell: str) -> str:
    """The unit in which a cell counts from 1970: "s", "ms", "us" or "ns"; "" for one that is a
    date."""
    counted = None if _FORMS[1].fullmatch(cell) else _COUNTED.fullmatch(cell)
    if not counted:
        return ""
    micro, units = int(counted[1]) * 1_000_000, iter(("s", "ms", "us", "ns"))
    unit = next(units)
    while micro >= _LATEST:
        micro //= 1_000
        unit = next(units)
    return unit


def _since_1970(count: int) -> Written:
    """A time as a number of seconds, or of thousandths, millionths or billionths, since 1970."""
    micro = count * 1_000_000
    while micro >= _LATEST:
        micro //= 1_000
    time = datetime(1970, 1, 1) + timedelta(microseconds=micro)  # noqa: DTZ001  # its zone is apart
    clock = time - time.replace(hour=0, minute=0, second=0, microsecond=0)
    return Written(time.year, time.month, time.day, clock=clock, offset=timedelta(0))


def _read(found: dict[str, str | None]) -> Written | None:
    try:
        clock = _clock(found["H"], found["M"], found["S"], found["f"])
        offset = _offset(found["zone"])
    except ValueError:
        return None
    year = int(found["y"] or 0)
    if found.get("a"):
        return Written(year, int(found["a"] or 0), int(found["b"] or 0), True, clock, offset)
    month = int(found.get("m") or 0) or _MONTH_OF.get(plain(found.get("name") or ""), 0)
    return Written(year, month, int(found["d"] or 0), clock=clock, offset=offset)


def _clock(
    hour: str | None, minute: str | None, second: str | None, fraction: str | None = None
) -> timedelta | None:
    """A time of day. Raises ValueError for 25:00."""
    if hour is None:
        return None
    hours, minutes, seconds = int(hour), int(minute or 0), int(second or 0)
    if hours > 23 or minutes > 59 or seconds > 59:
        raise ValueError(f"{hours}:{minutes}:{seconds}")
    micro = int((fraction or "0").ljust(6, "0")[:6])
    return timedelta(hours=hours, minutes=minutes, seconds=seconds, microseconds=micro)


def _offset(zone: str | None) -> timedelta | None:
    """How far a zone lies from UTC. Raises ValueError for a day and more."""
    if zone is None:
        return None
    if zone[0] not in "+-":
        return timedelta(0)
    digits = zone[1:].replace(":", "").ljust(4, "0")
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    offset = timedelta(minutes=minutes if zone[0] == "+" else -minutes)
    timezone(offset)
    return offset
