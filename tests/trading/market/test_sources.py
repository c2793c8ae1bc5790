"""Sources of prices: one port, an optional one that is imported when it is used."""

from __future__ import annotations

import sys
from datetime import date, timedelta
from types import SimpleNamespace

import pandas as pd
import pytest

from tests.trading.market.files import walk
from trading.market import sources
from trading.market.errors import MarketError, UnknownTicker


def test_the_sources_by_name():
    assert sources.names() == ("bundled", "yfinance")


def test_an_unknown_source_is_refused_with_the_known_ones():
    with pytest.raises(MarketError) as error:
        sources.source("nasdaq")
    assert str(error.value) == "unknown source nasdaq; known: bundled, yfinance"


class TestBundled:
    def test_a_range(self):
        prices = sources.source("bundled").fetch("ibm", date(2001, 1, 1), date(2001, 12, 31))
        assert {time.year for time in prices.frame.index} == {2001}

    def test_a_range_is_told_of_its_own_gaps_alone(self):
        fetched = sources.source("bundled").fetch
        whole = fetched("IBM").cautions
        (gap,) = [one for one in whole if one.code == "gaps"]
        first, last = (date.fromisoformat(str(gap.params[name])) for name in ("first", "last"))
        around = fetched("IBM", first - timedelta(days=200), last + timedelta(days=200))
        assert gap in around.cautions
        assert fetched("IBM", last, last + timedelta(days=200)).cautions == ()
        assert fetched("IBM", date(2005, 1, 1), date(2005, 12, 31)).cautions == ()

    def test_an_unknown_ticker(self):
        with pytest.raises(UnknownTicker):
            sources.source("bundled").fetch("NOPE")

    def test_a_range_without_bars(self):
        with pytest.raises(MarketError, match="no bars of FB from 1999-01-01 to 1999-12-31"):
            sources.source("bundled").fetch("FB", date(1999, 1, 1), date(1999, 12, 31))


class TestYfinance:
    @pytest.fixture
    def answer(self, monkeypatch):
        """A stand-in for the package, which tests must not reach the network with."""
        asked: dict[str, object] = {}

        def give(frame: object) -> dict[str, object]:
            def history(**options: object) -> object:
                asked.update(options)
                if isinstance(frame, Exception):
                    raise frame
                return frame

            ticker = lambda name: SimpleNamespace(history=history)  # noqa: E731
            monkeypatch.setitem(sys.modules, "yfinance", SimpleNamespace(Ticker=ticker))
            return asked

        return give

    def test_without_the_package_it_says_how_to_get_it(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "yfinance", None)
        with pytest.raises(MarketError) as error:
            sources.source("yfinance")
        assert str(error.value) == (
            "the source yfinance needs a package that is not installed: pip install yfinance"
        )

    def test_its_bars_are_prices_like_others(self, answer):
        frame = walk(50)
        asked = answer(
            frame.set_axis(pd.DatetimeIndex(frame.index).tz_localize("America/New_York"))
        )
        prices = sources.source("yfinance").fetch("PETR4.SA", date(2010, 1, 1), date(2010, 3, 31))
        pd.testing.assert_frame_equal(prices.frame, frame, check_exact=True, check_freq=False)
        assert prices.adjusted
        assert (asked["auto_adjust"], asked["end"]) == (True, date(2010, 4, 1))

    def test_all_there_is_unless_a_range_is_asked_for(self, answer):
        assert answer(walk(50)) == {}
        sources.source("yfinance").fetch("T")

    @pytest.mark.parametrize("frame", [None, pd.DataFrame(), OSError("no network")])
    def test_nothing_or_a_failure_is_said(self, answer, frame):
        answer(frame)
        with pytest.raises(MarketError, match="yfinance gave no prices of T: "):
            sources.source("yfinance").fetch("T")

    def test_what_cannot_be_is_refused_as_in_a_file(self, answer):
        frame = walk(50)
        frame.iloc[7, 3] = -1.0
        answer(frame)
        with pytest.raises(MarketError, match="line 9, column Close: -1.0 is not above zero"):
            sources.source("yfinance").fetch("T")
