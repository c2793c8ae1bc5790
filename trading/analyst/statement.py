"""What a statement says of the data it is about: which ticker, which years."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection
from dataclasses import dataclass

_COMPANIES = {
    "Apple": "AAPL", "Google": "GOOG", "Alphabet": "GOOG", "Microsoft": "MSFT", "Facebook": "FB",
}  # fmt: skip
_YEAR = r"((?:19|20)\d{2})"
_DAY = r"((?:19|20)\d{2}-[01]\d-[0-3]\d)"
_TO = r"(?:-|–|—|to|until|till|through|and|a|à|ao|até|e)"
_FROM = r"(?:since|from|starting in|desde|a partir de|de)"
_UNTIL = r"(?:until|till|up to|through|até|to the end of|até o fim de)"


@dataclass(frozen=True)
class Told:
    """A value drawn from a text, and the words that said it."""

    value: str
    words: str


def ticker_in(text: str, known: Collection[str]) -> Told | None:
    """The first ticker, or company, that the text names and that has prices.

    A ticker stands in capitals as a word of its own; one of a single letter after a `$`.
    """
    found: list[tuple[int, str, str]] = []
    for ticker in known:
        sign = r"\$" if len(ticker) == 1 else r"\$?"
        if match := re.search(rf"(?<![\w$]){sign}{re.escape(ticker)}(?![\w])", text):
            found.append((match.start(), ticker, match[0]))
    for name, ticker in _COMPANIES.items():
        if ticker in known and (match := re.search(rf"\b{name}\b", text)):
            found.append((match.start(), ticker, match[0]))
    if not found:
        return None
    _place, ticker, words = min(found)
    return Told(ticker, words)


def dates_in(text: str) -> tuple[Told | None, Told | None]:
    """The first and the last day that the text speaks of; a year is all of it."""
    for part, whole in ((_DAY, False), (_YEAR, True)):
        span = re.search(rf"(?<!\d){part}\s*{_TO}\s*{part}(?!\d)", text, re.IGNORECASE)
        if span:
            start, end = _day(span[1], whole, "01-01"), _day(span[2], whole, "12-31")
            if start and end and start <= end:
                return Told(start, span[0]), Told(end, span[0])
            continue
        since = re.search(rf"\b{_FROM}\s+{part}(?!\d)", text, re.IGNORECASE)
        until = re.search(rf"\b{_UNTIL}\s+{part}(?!\d)", text, re.IGNORECASE)
        if since or until:
            return _told(since, whole, "01-01"), _told(until, whole, "12-31")
    return None, None


def _told(match: re.Match[str] | None, whole: bool, day: str) -> Told | None:
    said = _day(match[1], whole, day) if match else None
    return Told(said, match[0]) if match and said else None


def _day(said: str, whole: bool, day: str) -> str | None:
    text = f"{said}-{day}" if whole else said
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:  # the 31st of February
        return None
