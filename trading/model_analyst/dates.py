"""Days and years in a text, hidden and put back."""

from __future__ import annotations

import datetime
import re
from bisect import bisect_left
from collections.abc import Sequence

_ISO = re.compile(
    r"(?<!\d)((?:19|20)\d\d)[-/.](\d\d?)[-/.](\d\d?)"
    r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\d)"
)
_SPOKEN = re.compile(r"(?<!\d)(\d\d?)[-/.](\d\d?)[-/.]((?:19|20)\d\d)(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")
_SHORT_DATE = re.compile(r"(?<![\d.,])\d\d?[-/.]\d\d?[-/.](\d\d)(?![\d.,]\d|\d)")
# A year, alone or in `2008-03`, `1990s`, `FY2008`; not the decimals of `0.2008`.
_YEAR = re.compile(r"(?<!\d)(?<!\b0[.,])((?:19|20)\d\d)(?!\d)")
_SHORT_YEAR = re.compile(r"(?<!\w)['’](\d\d)(?!\w)")
_EVENT = re.compile(
    r"\b(?:dot[- ]?com|sub-?prime|lehman(?: brothers)?|great recession|grande recessão"
    r"|covid(?:-19)?|coronavirus|coronavírus|pandemic|pandemia|brexit|9/11|black monday"
    r"|plano collor|plano real"
    r"|y2k|bug do milênio|joesley day)\b",
    re.IGNORECASE,
)
_EVENT_MARK = "[event]"
_MASKS = re.compile(r"(?<![^\W_])(?:YEAR(-?\d{1,3})|BAR(\d{1,6}))(?![^\W_])")


class BarCalendar:
    """The bars' days. BAR1 is the first bar, YEAR1 its year."""

    def __init__(self, days: Sequence[datetime.date]) -> None:
        self.days = list(days)

    def hidden(self, text: str) -> str:
        """The text without any date or year, or event that tells one."""
        text = _ISO.sub(lambda m: self._bar(m[1], m[2], m[3]), text)
        text = _SPOKEN.sub(self._spoken, text)
        text = _COMPACT.sub(lambda m: self._bar(m[1], m[2], m[3]), text)
        text = _SHORT_DATE.sub(self._short, text)
        text = _YEAR.sub(lambda m: self._year(int(m[1])), text)
        text = _SHORT_YEAR.sub(lambda m: self._year(_century(int(m[1]))), text)
        return _EVENT.sub(_EVENT_MARK, text)

    def shown(self, text: str) -> str:
        """The text with years and days in place of their masks."""
        return _MASKS.sub(self._back, text)

    def _spoken(self, found: re.Match[str]) -> str:
        """Day and month in either order: one of the two is a date as a rule."""
        first, second, year = found[1], found[2], found[3]
        day, month = (first, second) if int(second) <= 12 else (second, first)
        return self._bar(year, month, day)

    def _short(self, found: re.Match[str]) -> str:
        """`15/09/08` where it is of the data's years; `5/10/20` may be lengths."""
        year = _century(int(found[1]))
        ours = self.days and self.days[0].year <= year <= self.days[-1].year
        return self._year(year) if ours else found.group()

    def _bar(self, year: str, month: str, day: str) -> str:
        try:
            date = datetime.date(int(year), int(month), int(day))
        except ValueError:  # the 31st of February
            return self._year(int(year))
        if not self.days or not self.days[0] <= date <= self.days[-1]:
            return self._year(date.year)
        return f"BAR{bisect_left(self.days, date) + 1}"

    def _year(self, year: int) -> str:
        return f"YEAR{year - self.days[0].year + 1}" if self.days else "YEAR"

    def _back(self, found: re.Match[str]) -> str:
        if found[1] is not None:
            return str(self.days[0].year + int(found[1]) - 1) if self.days else found.group()
        place = int(found[2])
        known = 1 <= place <= len(self.days)
        return self.days[place - 1].isoformat() if known else found.group()


def _century(short: int) -> int:
    return 2000 + short if short < 70 else 1900 + short
