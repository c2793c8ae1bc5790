"""The prices that ship with Crivo."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from trading.market import canonical, sources
from trading.market.errors import UnknownTicker
from trading.market.tickers import TICKERS

FACTS = {
    "AAPL": (3270, "2000-03-01", 4.186662803811),
    "FB": (196, "2012-05-18", 38.2318),
    "GOOG": (2148, "2004-08-19", 50.32284179174976),
    "IBM": (3270, "2000-03-01", 73.667718762847),
    "MSFT": (3270, "2000-03-01", 30.225709797294),
}


def test_there_are_five():
    assert set(FACTS) == set(TICKERS)


@pytest.mark.parametrize("ticker", TICKERS)
def test_rows_and_dates(ticker):
    frame = sources.read_bundled(ticker).frame
    bars, first, close = FACTS[ticker]
    assert (len(frame), str(frame.index[0].date()), str(frame.index[-1].date())) == (
        bars, first, "2013-03-01",
    )  # fmt: skip
    assert frame["Close"].iloc[0] == pytest.approx(close, rel=1e-12)


@pytest.mark.parametrize("ticker", TICKERS)
def test_the_frames_are_as_market_data_has_them(ticker):
    prices = sources.read_bundled(ticker)
    frame = prices.frame
    assert list(frame.columns) == list(canonical.COLUMNS)
    assert (frame.dtypes == np.float64).all()
    assert frame.index.is_monotonic_increasing
    assert frame.index.is_unique
    assert pd.DatetimeIndex(frame.index).tz is None
    inner = frame[["Open", "Close"]]
    assert (frame["High"] >= inner.max(axis=1)).all()
    assert (frame["Low"] <= inner.min(axis=1)).all()
    assert (prices.frequency, prices.bars_per_year, prices.adjusted) == ("1d", 252.0, True)


# 2:1 in June 2000 and February 2005; 2:1 in February 2003.
@pytest.mark.parametrize(
    ("ticker", "day"), [("AAPL", "2000-06-21"), ("AAPL", "2005-02-28"), ("MSFT", "2003-02-18")]
)
def test_prices_do_not_jump_at_a_split(ticker, day):
    frame = sources.read_bundled(ticker).frame
    row = int(frame.index.searchsorted(pd.Timestamp(day)))
    assert abs(frame["Close"].iloc[row] / frame["Close"].iloc[row - 1] - 1) < 0.12
    assert abs(frame["Open"].iloc[row] / frame["Close"].iloc[row - 1] - 1) < 0.12


def test_what_is_odd_is_said():
    cautions = {caution.code: caution.params for caution in sources.read_bundled("AAPL").cautions}
    assert cautions == {
        "gaps": {"count": 1, "first": "2001-09-10", "last": "2001-09-17"},
        "jumps": {"count": 1, "percent": "-51.9", "at": "2000-09-29"},
    }


def test_the_licence_is_stated():
    assert sources.LICENCE.startswith("Public domain")


@pytest.mark.parametrize("ticker", ["XYZ", "aapl", ""])
def test_another_ticker_is_refused_with_those_there_are(ticker):
    with pytest.raises(UnknownTicker) as error:
        sources.read_bundled(ticker)
    assert error.value.params["known"] == "AAPL, FB, GOOG, IBM, MSFT"


def test_a_caller_cannot_spoil_the_next_ones_prices():
    frame = sources.read_bundled("IBM").frame
    frame.iloc[:] = 0.0
    assert sources.read_bundled("IBM").frame["Close"].min() > 0


def test_market_imports_neither_bokeh_nor_django():
    program = (
        "import sys; from trading.market import data, auxiliary, csv_reader, sources;"
        "sources.read_bundled('AAPL');"
        "print([name for name in ('bokeh', 'django', 'shapely', 'backtesting', 'yfinance')"
        " if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
