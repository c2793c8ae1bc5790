"""Masked mode: ticker, companies, dates and price level are hidden from the models, so that none
can remember what came next.

The ticker becomes ASSET, others PEER1, PEER2 ...; the first year of the data becomes YEAR1,
another one is counted from it (YEAR5, YEAR-2); a day becomes the number of its bar (BAR1 is the
first), or its year where the data do not hold it; money is told by the first close as 100.
`shown` puts names and dates back, for people.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from trading.model_analyst.dates import BarCalendar
from trading.model_analyst.names import Names

_MONEY = re.compile(
    r"(?<!\w)(?:US\$|R\$|\$|€|£|USD|BRL|EUR)\s?(\d+(?:[.,]\d+)*)"
    r"|(?<![\w.,])(\d+(?:[.,]\d+)*)\s?(?:dollars?|bucks|euros?|reais|dólares|USD|BRL|EUR)\b",
    re.IGNORECASE,
)
_HIDDEN = frozenset({"sha256", "data_ref", "final_equity", "cash"})
"""Keys that are left out: they name the data, or hold money as it was."""


_OF_MONEY = "amihud"
"""The finding of how much money changes hands: of few shares that is no secret."""


def is_of_money(reference: str) -> bool:
    """Whether a finding, by its name or as agent/name, tells the data by amounts of money."""
    return reference.rpartition("/")[2].startswith(_OF_MONEY)


class Masking(Protocol):
    """Takes ticker, dates and price level out of what is said to a model."""

    masked: bool

    def text(self, words: str) -> str:
        """Words without the ticker, its names, its peers', dates and money."""

    def plain(self, value: Any) -> Any:
        """A JSON value with every text in it masked, without what names the data."""

    def shown(self, words: str) -> str:
        """A model's words with names and dates put back."""


class Unmasked:
    """Nothing is hidden."""

    masked = False

    def text(self, words: str) -> str:
        return words

    def plain(self, value: Any) -> Any:
        return value

    def shown(self, words: str) -> str:
        return words


class Masked:
    """The masking of one development; the same words are always masked alike."""

    masked = True

    def __init__(
        self, ticker: str, others: Sequence[str], days: Sequence[datetime.date], close: float
    ) -> None:
        """`others` are further tickers that may be named, `days` those of the bars, `close` the
        first one's."""
        self.names = Names(ticker, others)
        self.calendar = BarCalendar(days)
        self._level = 100.0 / close if close > 0 else 1.0

    def text(self, words: str) -> str:
        """See Masking. Money goes first, as an amount may look like a year."""
        return self.calendar.hidden(self.names.hidden(_MONEY.sub(self._rebased, words)))

    def plain(self, value: Any) -> Any:
        """See Masking."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {
                self.text(str(key)): self.plain(each)
                for key, each in value.items()
                if key not in _HIDDEN
            }
        if isinstance(value, list | tuple):
            return [self.plain(each) for each in value]
        return value

    def price(self, value: float) -> float:
        """A price by the first close as 100."""
        return round(value * self._level, 2)

    def shown(self, words: str) -> str:
        """See Masking. Levels stay as they are: a number does not tell what it counts."""
        return self.calendar.shown(self.names.shown(words))

    def _rebased(self, found: re.Match[str]) -> str:
        digits = found[1] or found[2]
        whole = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", digits).replace(",", ".")
        try:
            return f"{self.price(float(whole)):g} (first close: 100)"
        except ValueError:  # `1.2.3` is no amount
            return "… (first close: 100)"
