"""Datasets: versions, content stored once, nothing half-written."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, connection

from tests.trading.market.files import file, rows, walk
from tests.trading.storage.stored import dataset, prices
from trading.market import canonical, sources
from trading.market.errors import MarketError, UnknownTicker
from trading.models import Dataset, PriceBlob
from trading.storage import (
    fetch_prices,
    find_dataset,
    import_prices,
    install_bundled,
    known_tickers,
    store_prices,
)

pytestmark = pytest.mark.django_db


def test_a_dataset_says_what_it_is():
    stored = store_prices(
        ticker=" walk ", prices=prices(walk(300)), source="a test", licence="free"
    ).dataset
    assert (stored.ticker, stored.version, stored.bars, stored.frequency) == ("WALK", 1, 300, "1d")
    assert (str(stored.first_at), str(stored.last_at)) == (
        "2010-01-04 00:00:00+00:00", "2011-02-25 00:00:00+00:00",
    )  # fmt: skip
    assert stored.sha256 == canonical.sha256(canonical.encode(walk(300)))
    assert (stored.source, stored.licence, stored.adjusted) == ("a test", "free", False)


def test_new_bars_are_the_next_version_and_old_ones_stay():
    first, second = dataset(walk(300)), dataset(walk(301))
    assert (first.version, second.version) == (1, 2)
    first.refresh_from_db()
    assert (first.bars, find_dataset("WALK").pk, find_dataset("WALK", 1).pk) == (
        300, second.pk, first.pk,
    )  # fmt: skip


def test_the_same_content_again_is_the_same_dataset():
    first = store_prices(ticker="W", prices=prices(walk(300)), source="one")
    again = store_prices(ticker="W", prices=prices(walk(300)), source="two")
    assert (first.created, again.created) == (True, False)
    assert again.dataset == first.dataset
    assert (Dataset.objects.count(), PriceBlob.objects.count()) == (1, 1)


def test_bytes_are_stored_once_whatever_the_ticker():
    one, other = dataset(ticker="ONE"), dataset(ticker="OTHER")
    assert one.blob == other.blob
    assert PriceBlob.objects.count() == 1


@pytest.mark.parametrize(("name", "limit"), [("source", 200), ("licence", 500)])
def test_a_source_or_licence_has_its_length(name, limit):
    texts = {"source": "a test", name: "x" * (limit + 1)}
    with pytest.raises(MarketError, match=f"the {name} is longer than {limit} characters"):
        store_prices(ticker="T", prices=prices(walk(300)), **texts)


@pytest.mark.parametrize("field", ["version", "sha256"])
def test_the_database_holds_a_version_and_a_content_once(field):
    first, second = dataset(walk(300)), dataset(walk(301))
    setattr(second, field, getattr(first, field))
    with pytest.raises(IntegrityError):
        second.save()


@pytest.mark.parametrize("ticker", ["", " ", "A B", "-X", "X" * 21, "../x", "PETR4\n;", "ação"])
def test_a_ticker_that_is_none_is_refused(ticker):
    with pytest.raises(MarketError) as error:
        dataset(ticker=ticker)
    assert error.value.code == "bad_ticker"
    assert PriceBlob.objects.count() == 0


@pytest.mark.parametrize("ticker", ["PETR4", "BRK.B", "^BVSP", "EURUSD=X", "BTC-USD", "0700.HK"])
def test_usual_tickers_are_taken(ticker):
    assert dataset(ticker=ticker).ticker == ticker


def test_a_file_with_one_fault_leaves_nothing_behind():
    lines = rows(60)
    lines[-1] = lines[-1].replace(lines[-1].split(",")[4], "-1")
    with pytest.raises(MarketError, match="line 61, column Close"):
        import_prices(data=file(lines), ticker="T")
    assert (Dataset.objects.count(), PriceBlob.objects.count()) == (0, 0)


def test_what_fails_in_the_database_leaves_nothing_behind():
    timeless = replace(prices(walk(300)), bars_per_year=0.0)
    with pytest.raises(IntegrityError):
        store_prices(ticker="T", prices=timeless, source="a test")
    assert (Dataset.objects.count(), PriceBlob.objects.count()) == (0, 0)


def test_the_limits_are_the_settings(settings):
    settings.MIN_BARS_TO_IMPORT, settings.MAX_DATA_FILE_BYTES = 41, 10_000
    with pytest.raises(MarketError, match="40 bars are too few: at least 41 are needed"):
        import_prices(data=file(), ticker="T")
    settings.MAX_DATA_FILE_BYTES = 100
    with pytest.raises(MarketError, match="the file is larger than 100 bytes"):
        import_prices(data=file(), ticker="T")


def test_what_a_source_gives_is_stored_if_there_is_enough_of_it(settings):
    asked: dict[str, Any] = {"ticker": "ibm", "source": "bundled", "end": date(2000, 3, 10)}
    settings.MIN_BARS_TO_IMPORT = 9
    with pytest.raises(MarketError, match="8 bars are too few: at least 9 are needed"):
        fetch_prices(**asked)
    assert Dataset.objects.count() == 0
    settings.MIN_BARS_TO_IMPORT = 8
    stored = fetch_prices(**asked).dataset
    assert (stored.ticker, stored.bars, stored.source) == ("IBM", 8, sources.SOURCE)


class TestBundled:
    def test_a_bundled_ticker_is_stored_when_first_asked_for(self):
        assert Dataset.objects.count() == 0
        assert find_dataset("aapl").bars == 3270
        assert find_dataset("AAPL") == install_bundled("AAPL")
        assert Dataset.objects.count() == 1

    def test_its_source_and_licence_are_kept(self):
        stored = install_bundled("FB")
        assert (stored.source, stored.licence) == (sources.SOURCE, sources.LICENCE)
        assert stored.adjusted

    def test_own_prices_of_a_bundled_ticker_come_first(self):
        own = dataset(ticker="IBM")
        assert find_dataset("IBM") == own
        assert install_bundled("IBM").version == 2

    @pytest.mark.parametrize("version", [None, 7])
    def test_an_unknown_ticker_is_refused_with_the_known_ones(self, version):
        dataset(ticker="ZZZ")
        with pytest.raises(UnknownTicker) as error:
            find_dataset("NOPE", version)
        assert error.value.params["known"] == "AAPL, FB, GOOG, IBM, MSFT, ZZZ"

    def test_a_version_that_is_not_there_is_refused(self):
        dataset()
        with pytest.raises(UnknownTicker, match="unknown ticker WALK v2; known:"):
            find_dataset("WALK", 2)

    def test_known_tickers(self):
        dataset(ticker="BBB")
        dataset(walk(200), ticker="BBB")
        assert known_tickers() == ["AAPL", "BBB", "FB", "GOOG", "IBM", "MSFT"]


@pytest.mark.django_db(transaction=True)
def test_rivals_get_a_version_each_and_one_content_once():
    def store(bars: int) -> int:
        try:
            return dataset(walk(bars)).version
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        versions = list(pool.map(store, [300, 301, 302, 303, 300, 301]))
    assert sorted(set(versions)) == [1, 2, 3, 4]
    assert versions[:2] == versions[4:]
