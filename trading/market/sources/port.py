"""The port that every source of prices answers, and those there are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Protocol

from ..errors import MarketError
from ..prices import Prices
from .bundle import BundledSource
from .yahoo import YahooSource


class PriceSource(Protocol):
    """Gives a ticker's whole history. `title` and `licence` are kept with what it gave."""

    title: str
    licence: str

    def fetch(self, ticker: str, start: date | None = None, end: date | None = None) -> Prices:
        """Bars from `start` to `end`, both included. Raises MarketError, UnknownTicker."""
        ...


_SOURCES: dict[str, Callable[[], PriceSource]] = {
    "bundled": BundledSource,
    "yfinance": YahooSource,
}


def names() -> tuple[str, ...]:
    """The sources there are, whether or not their extra is installed."""
    return tuple(_SOURCES)


def source(name: str) -> PriceSource:
    """The source of that name. Raises MarketError: unknown_source, extra_missing."""
    try:
        return _SOURCES[name]()
    except KeyError:
        known = ", ".join(_SOURCES)
        raise MarketError("unknown_source", name=name, known=known) from None
