"""The prices that ship with Crivo's requirements: real daily bars of five tickers.

Only for `sources` and `storage`: they hold the holdout's bars too.
"""

from __future__ import annotations

import gzip
from dataclasses import replace
from functools import cache
from importlib import resources

import pandas as pd

from .adjust import adjust
from .cautions import cautions_of
from .errors import UnknownTicker
from .frequency import infer
from .prices import Prices
from .tickers import TICKERS

SOURCE = "bokeh-sampledata (Quandl WIKI Prices)"
LICENCE = (
    "Public domain: Quandl WIKI Prices, declared public domain by Quandl, who permitted "
    "redistribution; values as supplied by the source, without warranty. "
    "GOOG is Google's history before 2014."
)


def read(ticker: str) -> Prices:
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
