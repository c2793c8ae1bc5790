"""One cell of a price file: a number, a date or time as people write them, or a name.

Of a date its numbers, before it is known which of two is the day. Numbers as dates count seconds
and their parts since 1970, or the days of a spreadsheet.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from trading.market.csv_reader.options import DateOrder

_NUMBERED = re.compile(r"^\s*\d{1,2}[a-z]?\.\s+")  # "1. open"
_NAME_CURRENCY = re.compile(
    r"\(.*?\)|\[.*?\]|r\$|us\$|\b(?:usd|brl|eur|gbp)\b|(?<=^volume) \w{2,5}$"
)


def normalized(name: str) -> str:
    """A header without case, accents, brackets, currencies, signs and a number before it."""
    bare = unicodedata.normalize("NFKD", _NUMBERED.sub("", name.casefold()))
    letters = "".join(each for each in bare if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]", "", _NAME_CURRENCY.sub("", letters))


_EXPONENT = r"(?:[eE][+-]?\d+)?"
_POINT = re.compile(
    rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?:,\d{{3}})+|[1-9]\d?(?:,\d\d)+,\d{{3}})(?:\.\d*)?|\.\d+)"
    rf"{_EXPONENT}"
)  # 1,234,567.8 and, as in India, 12,34,567.8
_COMMA = re.compile(rf"[+-]?(?:(?:\d+|[1-9]\d{{0,2}}(?:\.\d{{3}})+)(?:,\d*)?|,\d+){_EXPONENT}")
_ABSENT = {"nan", "na", "n/a", "#n/a", "null", "none", "nil", "nd", "-", "--"}
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|infinito|∞)", re.IGNORECASE)
_SIGN = r"(?:R\$|[A-Z]{0,3}\$|[€£¥₹₩₺₪₽₿฿]|[A-Z]{3}(?=[\s\d.,-])|kr|zł|Kč|Fr\.?)"
_CURRENCY = re.compile(rf"^{_SIGN}\s*(?=[-+\d.,])|(?<=[\d.,])\s*(?:{_SIGN}|[A-Z]{{3}}|p)$")
_THOUSANDS = re.compile(r"(?<=\d)[\s'’](?=\d{3}(?!\d))")
_SCALE = {
    "k": 1e3,
    "m": 1e6,
    "b": 1e9,
    "t": 1e12,  # 1.2M shares
    "mil": 1e3,
    "mi": 1e6,
    "bi": 1e9,
    "tri": 1e12,  # 1,2 mi
}
_SCALED = re.compile(r"(.*[\d.,])\s*([a-z]{1,3})", re.IGNORECASE)
MISSING, NO_NUMBER = "missing", "nan"
ABSENT = (MISSING, NO_NUMBER)
"""What `number` says of a cell that is empty, and of one that says that there is no number."""


def readings(cell: str) -> tuple[bool, bool]:
    """Whether a cell is a number with a decimal point, and whether with a decimal comma."""
    return bool(_POINT.fullmatch(cell)), bool(_COMMA.fullmatch(cell))


def bare(cell: str) -> str:
    """A number without the sign of a currency, and without blanks or apostrophes between its
    thousands."""
    found = _CURRENCY.sub("", cell.strip())
    return _THOUSANDS.sub("", found) if found[:1].isdigit() else found


def number(cell: str, decimal: str, *, scaled: bool = False) -> float | str:
    """The number a cell holds, or the code of what is wrong with it."""
    scale, cell = 1.0, bare(cell)
    words = _SCALED.fullmatch(cell) if scaled else None
    if words and words[2].lower() in _SCALE:
        cell, scale = words[1], _SCALE[words[2].lower()]
    form = _POINT if decimal == "." else _COMMA
    if not form.fullmatch(cell):
        return _wrong(cell)
    thousands = "," if decimal == "." else "."
    value = float(cell.replace(thousands, "").replace(decimal, ".")) * scale
    return value if math.isfinite(value) else "infinite"


def _wrong(cell: str) -> str:
    if not cell:
        return MISSING
    if cell.lower() in _ABSENT:
        return NO_NUMBER
    return "infinite" if _INFINITE.fullmatch(cell) else "text"


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
        month = int(found.get("m") or 0) or _MONTH_OF.get(normalized(found.get("name") or ""), 0)
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
