"""Each spelling of a price file is read, or refused by line: by service, page and API alike."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.trading.prices.cases import content, stored
from trading.market.csv_reader import Options, price_faults, read_prices
from trading.market.errors import MarketError
from trading.storage import dataset_report, find_dataset, look

pytestmark = pytest.mark.django_db

USUAL = {"bars": 120, "frequency": "1d", "from": "2020-01-06", "to": "2020-06-19", "year": 252.0}
READ: dict[str, dict[str, Any]] = {
    "01_yf_multiindex": USUAL,
    "02_tradingview": USUAL,
    "02b_epoch_seconds": USUAL,
    "02c_binance_klines": USUAL,
    "02d_unnamed_index": USUAL,
    "05_expensive": USUAL,
    "08_daily_utc": USUAL,
    "17_float_noise": USUAL,
    "17b_float32_open": USUAL,
    "24_nasdaq": USUAL,
    "03_monday_friday": USUAL | {"bars": 500, "to": "2021-12-03"},
    "03_sunday_thursday": USUAL | {"bars": 500, "from": "2020-01-05", "to": "2021-12-02"},
    "06_weekly": {
        "bars": 300, "frequency": "1w", "from": "2015-01-05", "to": "2020-09-28", "year": 52.0,
    },
}  # fmt: skip
WORDS = {
    "24_nasdaq": {"newest_first"},
    "17_float_noise": {"widened"},
    "17b_float32_open": {"widened"},
    "02c_binance_klines": {"columns_ignored"},
    "03_monday_friday": {"foretells_price"},  # a wave: each bar tells the next one
    "03_sunday_thursday": {"foretells_price"},
}


def facts(report: dict[str, Any]) -> dict[str, Any]:
    names = {"year": "bars_per_year"}
    return {name: report[names.get(name, name)] for name in USUAL}


def codes(report: dict[str, Any]) -> set[str]:
    return {warning["code"] for warning in report["warnings"]}


@pytest.mark.parametrize("name", READ)
def test_it_is_read_by_the_service(name: str) -> None:
    report = dataset_report(stored(name).dataset)
    assert facts(report) == READ[name]
    assert codes(report) - {"jumps"} == WORDS.get(name, set())


@pytest.mark.parametrize("name", READ)
def test_the_api_stores_the_same(name: str, client: Any) -> None:
    client.force_login(User.objects.create_user("ana"))
    asked = {"ticker": "X", "csv": content(name).decode()}
    answer = client.post("/api/v1/datasets/", asked, content_type="application/json")
    assert answer.status_code == 201, answer.content
    found = client.get(f"/api/v1/datasets/{answer.json()['dataset']}/").json()
    assert found["sha256"] == stored(name).dataset.sha256
    assert found["bars_per_year"] == READ[name]["year"]
    assert found["calendar"]["message"].startswith(f"{READ[name]['year']:.0f} bars a year")
    assert codes(found) - {"jumps"} == WORDS.get(name, set())


@pytest.mark.parametrize("name", READ)
def test_the_page_previews_and_stores_the_same(name: str, client: Any) -> None:
    client.force_login(User.objects.create_user("ana"))
    file = SimpleUploadedFile(f"{name}.csv", content(name))
    to = client.post("/data/upload/", {"file": file, "ticker": "X", "kind": "prices"})
    assert to.status_code == 302, to.content.decode()[:3000]
    page = client.get(to["Location"]).content.decode()
    assert f"{READ[name]['year']:.0f} bars a year" in page
    client.post(to["Location"], {"act": "import"})
    assert find_dataset("X").sha256 == stored(name).dataset.sha256


@pytest.mark.parametrize("name", READ)
def test_the_bars_are_the_same_whatever_the_spelling(name: str) -> None:
    frame = read_prices(content(name)).frame
    if READ[name] is USUAL and "expensive" not in name and "17" not in name:
        usual = read_prices(content("02_tradingview")).frame
        assert frame["Close"].round(6).tolist()[:60] == usual["Close"].round(6).tolist()[:60]


def test_a_bar_after_today_is_refused_by_its_line() -> None:
    with pytest.raises(MarketError) as refused:
        stored("09_future_bar")
    assert refused.value.code == "future"
    assert refused.value.values["line"] == 122


def test_a_zone_does_not_move_dates() -> None:
    report = dataset_report(stored("08_daily_utc", timezone="America/Sao_Paulo").dataset)
    assert facts(report) == USUAL
    assert report["timezone"] == ""


def test_hours_keep_the_day_of_their_exchange() -> None:
    dataset = stored("07_sydney_hours", timezone="Australia/Sydney").dataset
    report = dataset_report(dataset)
    assert (report["from"], report["timezone"]) == ("2023-11-06T10:00:00", "Australia/Sydney")
    assert report["bars_per_year"] == 6 * 252
    assert "gaps" not in codes(report)
    index = pd.DatetimeIndex(look(dataset).frame.index)
    assert set(index.day_of_week) == {0, 1, 2, 3, 4}
    assert set(index.hour) == set(range(10, 16))


def test_a_number_of_bars_a_year_that_is_given_is_taken() -> None:
    first = stored("03_monday_friday").dataset
    given = stored("03_monday_friday", bars_per_year=260.0).dataset
    assert (given.bars_per_year, given.calendar["basis"]) == (260.0, "given")
    assert (first.bars_per_year, given.version) == (252.0, first.version + 1)
    assert not stored("03_monday_friday", bars_per_year=260.0).created


def test_two_faults_are_named_at_once() -> None:
    lines = content("24_nasdaq").decode().splitlines()
    lines[3] = lines[3].replace("$", "€x", 1)
    lines[7] = lines[7].replace("06/", "13/", 1)
    found = price_faults("\n".join(lines).encode(), Options())
    assert [(fault.code, fault.values["line"]) for fault in found] == [
        ("text", 4), ("contradicting_dates", 8),
    ]  # fmt: skip


def test_pages_tables_and_charts_of_hours_are_those_of_the_exchange(client: Any) -> None:
    client.force_login(User.objects.create_user("ana"))
    dataset = stored("07_sydney_hours", timezone="Australia/Sydney").dataset
    page = client.get(f"/data/{dataset.pk}/").content.decode()
    assert "times of Australia/Sydney" in page
    assert "1512 bars a year" in page
    lines = b"".join(client.get(f"/data/{dataset.pk}/prices.csv").streaming_content).decode()
    assert lines.splitlines()[1].startswith("2023-11-06T10:00:00+1100,")
    drawn = client.get(f"/data/{dataset.pk}/prices.json").json()["time"][0]
    assert drawn % 86_400 == 10 * 3_600  # ten o'clock, as its clocks show
