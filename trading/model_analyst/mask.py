"""Masked mode: ticker, companies, dates and price level are hidden from the models, so that none
can remember what came next.

The ticker becomes ASSET, others PEER1, PEER2 ...; the first year of the data becomes YEAR1,
another one is counted from it (YEAR5, YEAR-2); a day becomes the number of its bar (BAR1 is the
first), or its year where the data do not hold it; money is told by the first close as 100.
`shown` puts names and dates back, for people.
"""

from __future__ import annotations

import datetime
import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from config.text.language import LANGUAGES, tongue
from trading.strategies.indicators import KINDS
from trading.strategies.parse import json_schema
from trading.strategies.templates import TEMPLATES

_MONEY = re.compile(
    r"(?<!\w)(?:US\$|R\$|\$|€|£|USD|BRL|EUR)\s?(\d+(?:[.,]\d+)*)"
    r"|(?<![\w.,])(\d+(?:[.,]\d+)*)\s?(?:dollars?|bucks|euros?|reais|dólares|USD|BRL|EUR)\b",
    re.IGNORECASE,
)
_HIDDEN = frozenset({"sha256", "data_ref", "final_equity", "cash"})
"""Keys that are left out: they identify the data, or hold amounts of money."""


_OF_MONEY = "amihud"
"""The finding about traded money: with few shares it identifies the ticker."""


def is_of_money(reference: str) -> bool:
    """Whether a finding, by its name or as agent/name, identifies the data by amounts of money."""
    return reference.rpartition("/")[2].startswith(_OF_MONEY)


class Masking(Protocol):
    """Removes ticker, dates and price level from what is sent to a model."""

    masked: bool

    def text(self, text: str) -> str:
        """A text without the ticker, its names, its peers', dates and money."""

    def document(self, value: Any) -> Any:
        """A JSON value with every text in it masked, without what identifies the data."""

    def shown(self, text: str) -> str:
        """A model's text with names and dates restored."""


class Unmasked:
    """No masking."""

    masked = False

    def text(self, text: str) -> str:
        return text

    def document(self, value: Any) -> Any:
        return value

    def shown(self, text: str) -> str:
        return text


class Masked:
    """The masking of one development; equal texts are always masked alike."""

    masked = True

    def __init__(
        self, ticker: str, others: Sequence[str], days: Sequence[datetime.date], close: float
    ) -> None:
        """`others` are further tickers that may be named, `days` those of the bars, `close` the
        first one's close."""
        self.names = Names(ticker, others)
        self.calendar = BarCalendar(days)
        self._level = 100.0 / close if close > 0 else 1.0

    def text(self, text: str) -> str:
        """See Masking. Money is masked first, as an amount may look like a year."""
        return self.calendar.hidden(self.names.hidden(_MONEY.sub(self._rebased, text)))

    def document(self, value: Any) -> Any:
        """See Masking."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {
                self.text(str(key)): self.document(each)
                for key, each in value.items()
                if key not in _HIDDEN
            }
        if isinstance(value, list | tuple):
            return [self.document(each) for each in value]
        return value

    def price(self, value: float) -> float:
        """A price by the first close as 100."""
        return round(value * self._level, 2)

    def shown(self, text: str) -> str:
        """See Masking. Levels are not restored: a number does not show what it counts."""
        return self.calendar.shown(self.names.shown(text))

    def _rebased(self, found: re.Match[str]) -> str:
        digits = found[1] or found[2]
        whole = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", digits).replace(",", ".")
        try:
            return f"{self.price(float(whole)):g} (first close: 100)"
        except ValueError:  # `1.2.3` is no amount
            return "… (first close: 100)"


ASSET, PEER = "ASSET", "PEER"
_SHORT = 3  # letters from which a ticker is also found in lower case


class Names:
    """ASSET for a ticker and its names; PEER1, PEER2 ... for others."""

    def __init__(self, ticker: str, others: Sequence[str]) -> None:
        distinct = [other for other in dict.fromkeys(others) if other != ticker]
        siblings = dict.fromkeys(_siblings(ticker), ASSET)
        others = [other for other in distinct if other not in siblings]
        self._masks = {ticker: ASSET, **siblings}
        self._masks |= {other: f"{PEER}{n}" for n, other in enumerate(others, start=1)}
        self._found: dict[str, str] = {}
        patterns = list(self._patterns())
        self._pattern = re.compile("|".join(f"(?:{one})" for one in patterns))
        masks = sorted(self._masks.values(), key=len, reverse=True)
        self._back = {mask: name for name, mask in self._masks.items()} | {ASSET: ticker}
        self._shown = re.compile(rf"\b(?:{'|'.join(masks)})\b")

    def hidden(self, text: str) -> str:
        """The text without any of the names."""
        if text in self._masks:  # whatever its length
            return self._masks[text]
        return self._pattern.sub(lambda found: self._found.get(_folded(found.group()), PEER), text)

    def shown(self, text: str) -> str:
        """The text with tickers in place of their masks."""
        return self._shown.sub(lambda found: self._back[found.group()], text)

    def _patterns(self) -> Iterator[str]:
        """Longest first: `Meta Platforms` before `Meta`, `PETR4.SA` before `PETR4`."""
        named = [(name, mask) for ticker, mask in self._masks.items() for name in _names_of(ticker)]
        # A name that two tickers share belongs to the development's own.
        for name, mask in named:
            self._found.setdefault(_folded(name), mask)
        for name in sorted({name for name, _mask in named}, key=len, reverse=True):
            yield _pattern(name)


def _names_of(ticker: str) -> Iterator[str]:
    yield ticker
    stem = re.split(r"[.\-_/^=:]", ticker.strip("^$"))[0]
    if len(stem) >= _SHORT:
        yield stem
    for known in dict.fromkeys((ticker.upper(), stem.upper())):
        yield from COMPANIES.get(known, ())


def _siblings(ticker: str) -> Iterator[str]:
    """Other tickers of the same company."""
    names = {name for known in _names_of(ticker) for name in COMPANIES.get(known.upper(), ())}
    for other, called in COMPANIES.items():
        if other != ticker and names & {*called}:
            yield other


def _pattern(name: str) -> str:
    """A pattern of a name as a whole word; a single letter only behind a `$`, common words only
    in capitals."""
    before, after = r"(?<![^\W_])", r"(?![^\W_])"
    if len(name) == 1:
        return rf"\${re.escape(name)}{after}"
    common = len(name) < _SHORT or name.lower() in _common()
    written = re.escape(name) if common else f"(?i:{re.escape(name)})"
    return rf"{before}\$?{written}{after}"


@cache
def _common() -> frozenset[str]:
    """Words of languages and of specs: as tickers they are found in capitals only."""
    documents = json.dumps([json_schema(), *(template.document for template in TEMPLATES)])
    arguments = [
        f"{kind.name} {kind.title} {[*kind.arguments, *kind.outputs]}" for kind in KINDS.values()
    ]
    found = re.findall(r"[a-z]+", " ".join([documents, *arguments]).lower())
    common = (word for language in LANGUAGES for word in tongue(language).function_words)
    return frozenset({*found, *common, "gap", "key"})


def _folded(name: str) -> str:
    # A case-insensitive search matches the Turkish letters with i, but casefold does not.
    return name.lstrip("$").replace("ı", "i").replace("İ", "i").casefold()


COMPANIES: dict[str, tuple[str, ...]] = {
    "AAPL": ("Apple",),
    "ABEV3": ("Ambev",),
    "AMZN": ("Amazon",),
    "B3SA3": ("B3",),
    "BA": ("Boeing",),
    "BBAS3": ("Banco do Brasil",),
    "BBDC4": ("Bradesco",),
    "BTC": ("Bitcoin",),
    "DIS": ("Disney",),
    "ETH": ("Ethereum", "Ether"),
    "FB": ("Facebook", "Meta Platforms"),
    "GOOG": ("Google", "Alphabet"),
    "GOOGL": ("Google", "Alphabet"),
    "IBM": ("International Business Machines", "Big Blue"),
    "INTC": ("Intel",),
    "ITUB4": ("Itaú Unibanco", "Itaú"),
    "JPM": ("JPMorgan", "JP Morgan"),
    "KO": ("Coca-Cola",),
    "META": ("Facebook", "Meta Platforms"),
    "MGLU3": ("Magazine Luiza", "Magalu"),
    "MSFT": ("Microsoft",),
    "NFLX": ("Netflix",),
    "NVDA": ("Nvidia",),
    "PETR3": ("Petrobras",),
    "PETR4": ("Petrobras",),
    "SPY": ("S&P 500",),
    "TSLA": ("Tesla",),
    "VALE3": ("Vale do Rio Doce", "Vale S.A."),
    "WEGE3": ("WEG",),
    "WMT": ("Walmart",),
}


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
        """The text without any date or year, or event that identifies one."""
        text = _ISO.sub(lambda m: self._bar(m[1], m[2], m[3]), text)
        text = _SPOKEN.sub(self._spoken, text)
        text = _COMPACT.sub(lambda m: self._bar(m[1], m[2], m[3]), text)
        text = _SHORT_DATE.sub(self._short, text)
        text = _YEAR.sub(lambda m: self._year(int(m[1])), text)
        text = _SHORT_YEAR.sub(lambda m: self._year(_century(int(m[1]))), text)
        return _EVENT.sub(_EVENT_MARK, text)

    def shown(self, text: str) -> str:
        """The text with years and days restored."""
        return _MASKS.sub(self._back, text)

    def _spoken(self, found: re.Match[str]) -> str:
        """Day and month in either order: usually only one of the two is a date."""
        first, second, year = found[1], found[2], found[3]
        day, month = (first, second) if int(second) <= 12 else (second, first)
        return self._bar(year, month, day)

    def _short(self, found: re.Match[str]) -> str:
        """`15/09/08` where the data have that year; `5/10/20` may be lengths."""
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


_PIVOT = 70
"""Two digits below it are a year of this century; from it on, one of the last."""


def _century(short: int) -> int:
    return 2000 + short if short < _PIVOT else 1900 + short
