"""One date or time as written: its numbers, before it is known which of two is the day."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from .headers import plain
from .options import DateOrder

_TIME = (
    r"[T\s,]\s*(?:(?P<H>\d{1,2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,](?P<f>\d{1,9}))?)?"
    r"(?:\s?(?P<half>[ap])\.?\s?m\b\.?)?|(?P<run>0|\d{3,6}))"
)  # 09:30, 9:30:00 AM, 093000
_ZONE = (
    r"(?:\s*(?P<zone>Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT|[A-Z]\w+/[\w+-]+(?:/\w+)?)"
    r"(?:\s\([^()]*\))?)?"
)
_DAY = (
    r"(?:(?:mon|tue|wed|thu|fri|sat|sun|seg|ter|qua|qui|sex|sab|sáb|dom)[^\W\d_]*(?:-feira)?"
    r"\.?,?\s+)?"
)
_OF = r"(?:\s+de\s+|\s*[\s/-]\s*)"  # 1 de março de 2000, 01-Mar-2000
_NAME = r"(?P<name>[^\W\d_]{3,9})"
_YEAR = r"(?P<y>\d{4}|\d{2})"
_FORMS = [
    re.compile(rf"{_DAY}{form}(?:{_TIME}{_ZONE})?", re.IGNORECASE)
    for form in (
        r"(?P<y>\d{4})(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})",
        r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})",
        rf"(?P<a>\d{{1,2}})(?P<sep>[-/.])(?P<b>\d{{1,2}})(?P=sep){_YEAR}",
        rf"(?P<d>\d{{1,2}}){_OF}{_NAME}\.?,?{_OF}{_YEAR}",
        rf"{_NAME}\.?\s(?P<d>\d{{1,2}}),?\s(?P<y>\d{{4}})",
        # Months alone: 2020-12, 12/2020, Dec 2020, Dec-20
        r"(?P<y>\d{4})[-/](?P<m>\d{1,2})",
        r"(?P<m>\d{1,2})[-/](?P<y>\d{4})",
        rf"{_NAME}\.?(?:{_OF}(?P<y>\d{{4}})|[/-](?P<two>\d{{2}}))",
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
_THIS_CENTURY = 69  # 68 is 2068, 69 is 1969, as POSIX has it
_YEARS = range(1800, 2201)  # beyond them, a slip rather than a market


class Written(NamedTuple):
    """A date's numbers. `open` is whether `first` and `second` may be day and month either way.

    Where it is settled, `first` is the month. `clock` is the time of day, `offset` its distance
    from UTC, `zone` the name of one; None and "" where the cell has none. `short` is whether only
    the last two digits of the year are written.
    """

    year: int
    first: int
    second: int
    open: bool = False
    clock: timedelta | None = None
    offset: timedelta | None = None
    zone: str = ""
    short: bool = False

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
    return None


def _read(found: dict[str, str | None]) -> Written | None:
    zone = found["zone"] or ""
    try:
        clock = _clock_of_run(found["run"]) or _clock(
            found["H"], found["M"], found["S"], found["f"], found["half"]
        )
        offset = None if "/" in zone else _offset(zone)
    except ValueError:
        return None
    digits = found["y"] or found.get("two") or ""
    first, second = int(found.get("a") or 0), int(found.get("b") or 0)
    if not first:
        month = int(found.get("m") or 0) or _MONTH_OF.get(plain(found.get("name") or ""), 0)
        first, second = month, int(found.get("d") or 1)
    return Written(
        _year(digits), first, second, open=bool(found.get("a")), clock=clock, offset=offset,
        zone=zone if "/" in zone else "", short=len(digits) == 2,
    )  # fmt: skip


def _year(digits: str) -> int:
    """A year of four digits, or of the last two."""
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (2000 if year < _THIS_CENTURY else 1900)


def _clock_of_run(digits: str | None) -> timedelta | None:
    """A time of day without colons: 0, 930, 0930, 93000, 093000. Raises ValueError for 2500."""
    if digits is None:
        return None
    whole = digits.zfill(4 if len(digits) < 5 else 6)
    return _clock(whole[:2], whole[2:4], whole[4:])


def _clock(
    hour: str | None,
    minute: str | None,
    second: str | None,
    fraction: str | None = None,
    half: str | None = None,
) -> timedelta | None:
    """A time of day; `half` is the a of AM or the p of PM. Raises ValueError for 25:00."""
    if hour is None:
        return None
    hours, minutes, seconds = int(hour), int(minute or 0), int(second or 0)
    if half:
        if not 1 <= hours <= 12:
            raise ValueError(f"{hours} {half}m")
        hours = hours % 12 + (12 if half in "pP" else 0)
    if hours > 23 or minutes > 59 or seconds > 59:
        raise ValueError(f"{hours}:{minutes}:{seconds}")
    micro = int((fraction or "0").ljust(6, "0")[:6])
    return timedelta(hours=hours, minutes=minutes, seconds=seconds, microseconds=micro)


def _offset(zone: str) -> timedelta | None:
    """How far a zone lies from UTC. Raises ValueError for a day and more."""
    if not zone:
        return None
    digits = zone.upper().removeprefix("UTC").removeprefix("GMT").replace(":", "")
    if digits in ("", "Z"):
        return timedelta(0)
    sign, digits = digits[0], digits[1:]
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "0")
    offset = timedelta(hours=int(hours), minutes=int(minutes))
    timezone(offset)
    return offset if sign == "+" else -offset
