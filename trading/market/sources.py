"""Where prices come from, by name: bundled ones, and online ones as optional extras."""

from __future__ import annotations

import gzip
import importlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from importlib import resources
from typing import Any, Protocol

import pandas as pd

from trading.market.cautions import cautions_of
from trading.market.csv_reader import Options, read_prices
from trading.market.errors import MarketError, UnknownTicker
from trading.market.frequency import infer
from trading.market.prices import Prices, adjust, known_form
from trading.market.tickers import TICKERS

# The prices that ship with Crivo's requirements: real daily bars of five tickers. Only for
# `sources` and `storage`: they hold the holdout's bars too.

SOURCE = "bokeh-sampledata (Quandl WIKI Prices)"
LICENCE = (
    "Public domain: Quandl WIKI Prices, declared public domain by Quandl, who permitted "
    "redistribution; values as supplied by the source, without warranty. "
    "GOOG is Google's history before 2014."
)


def read_bundled(ticker: str) -> Prices:
    """A ticker's daily bars, 2000-03-01 (or its first day) to 2013-03-01. Raises UnknownTicker.

    Raw prices jump at splits: O/H/L/C are multiplied by adjusted close / close. Volume is as it
    was traded. The file is read as data: importing bokeh's packages of samples is not needed.
    The frame is the caller's own.
    """
    if ticker not in TICKERS:
        raise UnknownTicker("unknown_ticker", ticker=ticker, known=", ".join(TICKERS))
    prices = _prices(ticker)
    return replace(prices, frame=prices.frame.copy())


@cache
def _prices(ticker: str) -> Prices:
    raw = _file()
    frame = _adjusted(raw[raw["Ticker"] == ticker])
    frequency = infer(pd.DatetimeIndex(frame.index))
    return Prices(
        frame=frame,
        frequency=frequency.name,
        bars_per_year=frequency.bars_per_year,
        calendar=frequency.calendar.as_plain(),
        adjusted=True,
        cautions=tuple(cautions_of(frame, frequency)),
    )


@cache
def _file() -> pd.DataFrame:
    path = resources.files("bokeh_sampledata") / "_data" / "stocks.csv.gz"
    with path.open("rb") as packed, gzip.open(packed) as file:
        return pd.read_csv(file, parse_dates=["Date"])


def _adjusted(raw: pd.DataFrame) -> pd.DataFrame:
    raw = raw.set_index("Date").sort_index()
    return adjust(raw.set_index(pd.DatetimeIndex(raw.index).as_unit("us")), raw["Adj Close"])


# The bundled prices as a source.


class BundledSource:
    title = SOURCE
    licence = LICENCE

    def fetch(self, ticker: str, start: date | None = None, end: date | None = None) -> Prices:
        """Raises UnknownTicker, and MarketError `no_bars_in_range`."""
        prices = read_bundled(known_form(ticker))
        times = pd.DatetimeIndex(prices.frame.index)
        begin = int(times.searchsorted(pd.Timestamp(start))) if start else 0
        end_ = int(times.searchsorted(pd.Timestamp(end), side="right")) if end else len(times)
        if end_ <= begin:
            raise MarketError("no_bars_in_range", ticker=ticker, start=start or "-", end=end or "-")
        frame = prices.frame.iloc[begin:end_]
        # What is a gap, the whole history tells: a holiday recurs in other years.
        whole = infer(times)
        inside = whole.gaps[(whole.gaps >= begin) & (whole.gaps + 1 < end_)] - begin
        cautions = tuple(cautions_of(frame, whole._replace(gaps=inside)))
        return replace(prices, frame=frame, cautions=cautions)


# Daily prices from Yahoo by the optional package yfinance (`pip install yfinance`).

_NAME, _INSTALL = "yfinance", "pip install yfinance"


class YahooSource:
    """Adjusted daily bars. What comes goes through the same checks as a user's file.

    Raises MarketError `extra_missing` when yfinance is not installed.
    """

    title = "Yahoo Finance (yfinance)"
    licence = "Yahoo's terms of use: personal use; not to be passed on."

    def __init__(self) -> None:
        try:
            self._package: Any = importlib.import_module(_NAME)
        except ImportError:
            raise MarketError("extra_missing", name=_NAME, install=_INSTALL) from None

    def fetch(self, ticker: str, start: date | None = None, end: date | None = None) -> Prices:
        """Raises MarketError: source_failed, and the refusals of a file."""
        name = known_form(ticker)
        until = end + timedelta(days=1) if end else None  # Yahoo leaves the last day out
        asked = {"period": "max"} if start is None and end is None else {}
        try:
            frame = self._package.Ticker(name).history(
                start=start, end=until, interval="1d", auto_adjust=True, actions=False, **asked
            )
        except Exception as error:  # a process boundary: yfinance raises anything
            raise MarketError("source_failed", name=_NAME, ticker=name, reason=error) from error
        if frame is None or len(frame) == 0:
            raise MarketError("source_failed", name=_NAME, ticker=name, reason="no bars")
        return read_prices(frame.to_csv().encode(), Options(adjusted=True, min_bars=3))


# The port that every source of prices answers, and those there are.


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


__all__ = ["PriceSource", "names", "source"]
