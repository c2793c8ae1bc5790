"""Datasets: the list, one history, its chart's numbers and file; nothing sealed in any of them."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd
import pytest
from django.test import Client
from django.urls import reverse

from tests.trading import desk
from tests.trading.helpers import make_holdout, make_strategy, make_variant
from tests.trading.market.files import file, walk
from tests.trading.services.test_uploads import NEWS
from tests.trading.storage.stored import dataset, prices
from trading.market.cautions import cautions_of
from trading.market.frequency import infer
from trading.models import Dataset
from trading.presenting.datasets import MOST_CANDLES
from trading.services.holdout import PURPOSE
from trading.storage import import_prices, import_rows, open_holdout, store_prices

LIST = "/data/"
SEALED, SHARES = 54_321.0, 777_777.0


def marked(count: int = 300, ticker: str = "MARK") -> Dataset:
    """A history whose sealed bars alone lie beyond SEALED, with the warning that this gives."""
    frame = walk(count)
    sealed = np.arange(count) >= count * 0.8
    for name in ("Open", "High", "Low", "Close"):
        frame[name] = frame[name].to_numpy() + SEALED * sealed
    frame["Volume"] = np.where(sealed, SHARES, 1_000.0)
    frequency = infer(pd.DatetimeIndex(frame.index))
    whole = prices(frame)
    told = type(whole)(**{**vars(whole), "cautions": tuple(cautions_of(frame, frequency))})
    assert [each.code for each in told.cautions] == ["jumps"]
    return store_prices(ticker=ticker, prices=told, source="a test").dataset


def page(client: Client, row: Dataset, part: str = "") -> Any:
    answer = client.get(f"/data/{row.pk}/{part}")
    assert answer.status_code == 200
    return answer


def body(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(content.decode())


def test_no_response_holds_a_sealed_bar(ana):
    row = marked()
    open_holdout(dataset=row, purpose="a test")
    found = page(ana, row, "prices.json").json()
    assert max(found["high"]) < 1_000
    assert max(found["volume"]) < SHARES
    rows = list(csv.reader(io.StringIO(body(page(ana, row, "prices.csv")))))[1:]
    assert max(float(line[2]) for line in rows) < 1_000
    assert len(found["time"]) == len(rows) == 240
    for text in (page(ana, row).text, ana.get(LIST).text):
        assert not re.search(r"\b54[.,]?[34]\d\d\b|777[.,]?777", text.replace(row.sha256, ""))


def test_a_sealed_jump_is_told_without_its_size_and_day(ana):
    text = page(ana, marked()).text
    assert "the close jumps (places: 1), the most within the sealed holdout" in text


def test_the_chart_gets_candles_to_the_holdout_and_its_extent(ana):
    row = dataset()
    found = page(ana, row, "prices.json").json()
    frame = walk(300)
    assert found["every"] == 1
    assert len(found["time"]) == len(found["close"]) == len(found["volume"]) == 240
    assert found["time"][-1] == frame.index[239].timestamp()
    assert found["close"] == pytest.approx(frame["Close"].iloc[:240].tolist(), rel=1e-5)
    assert [(part["name"], part["bars"]) for part in found["segments"]] == [
        ("train", 180), ("validation", 60), ("holdout", 60),
    ]  # fmt: skip
    assert found["segments"][2]["to"] == frame.index[-1].timestamp()


def test_bars_share_candles_where_they_are_many(ana):
    frame = walk(12_000, begin="1950-01-02")
    found = page(ana, dataset(frame), "prices.json").json()
    assert (found["every"], len(found["time"])) == (3, 3_200)
    assert len(found["time"]) <= MOST_CANDLES
    assert found["high"][0] == pytest.approx(frame["High"].iloc[:3].max(), rel=1e-5)
    assert found["close"][-1] == pytest.approx(frame["Close"].iloc[9_599], rel=1e-5)


def test_prices_without_volume(ana):
    row = dataset(walk(300).assign(Volume=np.nan))
    assert page(ana, row, "prices.json").json()["volume"] is None
    assert body(page(ana, row, "prices.csv")).startswith("Date,Open,High,Low,Close\n")
    assert "MARK" not in page(ana, row).text


def test_the_file_holds_the_visible_bars_exactly(ana):
    row = dataset(walk(6_500, begin="1980-01-01"), ticker="^W=X")
    answer = page(ana, row, "prices.csv")
    assert answer["Content-Disposition"] == 'attachment; filename="_W_X-v1-before-holdout.csv"'
    rows = list(csv.reader(io.StringIO(body(answer))))
    assert rows[0] == ["Date", "Open", "High", "Low", "Close", "Volume"]
    assert len(rows) == 5_201
    frame = walk(6_500, begin="1980-01-01").iloc[:5_200]
    days = pd.DatetimeIndex(frame.index).strftime("%Y-%m-%d")
    assert [row[0] for row in rows[1:]] == days.tolist()
    assert [float(row[4]) for row in rows[1:]] == frame["Close"].tolist()


def test_the_numbers_of_the_chart_by_year(ana):
    row = dataset(walk(1_500))
    periods = page(ana, row).context["periods"]
    frame = walk(1_500).iloc[:1_200]
    assert [period.label for period in periods] == ["2014", "2013", "2012", "2011", "2010"]
    assert sum(period.bars for period in periods) == 1_200
    year = frame.loc["2011-01-01":"2011-12-31"]
    before = frame.loc[:"2010-12-31", "Close"].iloc[-1]
    assert periods[3].high == year["High"].max()
    assert periods[3].change == pytest.approx(year["Close"].iloc[-1] / before - 1)


@pytest.mark.parametrize(("bars", "label"), [(300, "2010-01"), (40, "2010-01-04")])
def test_short_histories_by_month_or_day(ana, bars, label):
    assert page(ana, dataset(walk(bars))).context["periods"][-1].label == label


def test_the_list_folds_older_versions(ana):
    for count in (300, 310, 320):
        last = dataset(walk(count))
    dataset(ticker="OTHER")
    make_strategy(ticker="WALK", dataset=last)
    answer = ana.get(LIST)
    shown = [
        (str(row.newest), [old.version for old in row.older]) for row in answer.context["rows"]
    ]
    assert shown == [("OTHER v1", []), ("WALK v3", [2, 1])]
    assert answer.context["rows"][1].newest.strategy_count == 1
    assert "2 older versions" in answer.text


def test_the_list_is_narrowed_by_ticker(ana):
    dataset(ticker="WALK")
    dataset(ticker="OTHER")
    import_rows(data=NEWS, ticker="OTHER", kind="news")
    answer = ana.get(LIST, {"q": " wal"})
    assert [str(row.newest) for row in answer.context["rows"]] == ["WALK v1"]
    assert list(answer.context["auxiliary"]) == []
    assert len(ana.get(LIST).context["auxiliary"]) == 1
    assert "No stored prices" in ana.get(LIST, {"q": "ZEBRA"}).text


def test_an_empty_list_offers_what_is_bundled(ana):
    text = ana.get(LIST).text
    assert "No prices stored yet" in text
    assert 'value="AAPL"' in text
    answer = ana.post("/data/bundled/", {"ticker": "AAPL"})
    assert answer.url == reverse("dataset", args=[Dataset.objects.get(ticker="AAPL").pk])
    assert 'value="AAPL"' not in ana.get(LIST).text
    assert ana.post("/data/bundled/", {"ticker": "../etc"}).url == LIST


def test_openings_are_on_the_page(ana, eva, rita):
    development = desk.asked(ana.user)
    strategy = development.strategy
    open_holdout(dataset=strategy.dataset, purpose=PURPOSE, run=development.run, user=ana.user)
    row = strategy.dataset
    own, other, reviewer = (page(client, row) for client in (ana, eva, rita))
    for answer in (own, other, reviewer):
        assert PURPOSE in answer.text
        assert len(answer.context["openings"]["lines"]) == 1
    assert [answer.context["openings"]["lines"][0].who for answer in (own, other, reviewer)] == [
        "ana", None, "ana",
    ]  # fmt: skip
    assert own.context["openings"]["lines"][0].strategy == strategy
    assert other.context["openings"]["lines"][0].strategy is None
    assert "another person" in other.text


def test_a_persons_own_words_on_an_opening_are_not_for_all(ana, eva, rita):
    row = dataset()
    open_holdout(dataset=row, purpose="backtest: my secret", user=rita.user)
    shown = [page(client, row).context["openings"]["lines"][0].purpose for client in (rita, ana)]
    assert shown == ["backtest: my secret", "backtest"]
    assert "my secret" not in page(eva, row).text


def test_openings_of_another_version_count(ana):
    first, second = dataset(walk(300)), dataset(walk(302))
    open_holdout(dataset=first, purpose="a look")
    lines = page(ana, second).context["openings"]["lines"]
    assert [(line.opening.dataset, line.own_version) for line in lines] == [(first, False)]
    assert (
        "None: the holdout has never been looked at"
        in page(ana, dataset(walk(300, seed=9), "N")).text
    )


def test_strategies_of_others_are_counted_and_not_named(ana, eva):
    make_strategy(owner=ana.user, objective="my secret plan")
    row = Dataset.objects.get(ticker="AAPL")
    assert "my secret plan" in page(ana, row).text
    text = page(eva, row).text
    assert "my secret plan" not in text
    assert "1 strategy of other people" in text


def test_a_newer_version_is_pointed_at(ana):
    old, new = dataset(walk(300)), dataset(walk(310))
    assert "There is a newer version" in page(ana, old).text
    assert "There is a newer version" not in page(ana, new).text


def test_what_accompanies_a_ticker(ana):
    row = dataset(ticker="PETR4")
    stored = import_rows(data=NEWS, ticker="PETR4", kind="news", source="<b>wire</b>").dataset
    assert reverse("auxiliary-dataset", args=[stored.pk]) in page(ana, row).text
    text = ana.get(reverse("auxiliary-dataset", args=[stored.pk])).text
    assert "&lt;b&gt;wire&lt;/b&gt;" in text
    assert "<b>wire" not in text
    assert "words 20" not in text
    lonely = import_rows(data=NEWS, ticker="NONE3", kind="news").dataset
    assert "no prices of NONE3" in ana.get(reverse("auxiliary-dataset", args=[lonely.pk])).text


def test_who_stored_it_is_said_to_those_who_may_know(ana, eva):
    row = import_prices(data=file(), ticker="P", user=ana.user).dataset
    assert "· ana" in page(ana, row).text
    assert "· ana" not in page(eva, row).text


def test_an_opening_that_a_person_made_long_ago(ana):
    """One without a run, as the console makes it, has no strategy."""
    strategy = make_strategy()
    make_holdout(make_variant(strategy))
    line = page(ana, strategy.dataset).context["openings"]["lines"][0]
    assert (line.who, line.strategy) == (None, None)
    assert line.opening.created_at <= datetime.now(tz=UTC)


@pytest.mark.parametrize("path", ["", "prices.json", "prices.csv", "upload/1/"])
def test_who_is_not_signed_in_sees_nothing(client, db, path):
    address = f"/data/{path}" if path.startswith("upload") else f"/data/{dataset().pk}/{path}"
    assert client.get(address).url.startswith("/sign-in/")


@pytest.mark.parametrize("path", ["/data/404/", "/data/404/prices.json", "/data/404/prices.csv",
                                  "/data/auxiliary/404/"])  # fmt: skip
def test_what_is_not_there(ana, path):
    assert ana.get(path).status_code == 404
