"""`/api/v1/datasets/`: everybody reads them; a file is taken whole or told line by line."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.api import client, wrong
from tests.trading.storage.stored import dataset
from trading.models import AuxiliaryDataset, Dataset

pytestmark = pytest.mark.django_db
URL = "/api/v1/datasets/"
ROWS = [
    f"2020-{month:02}-{day:02},10,11,9,{10 + day / 40}"
    for month in (1, 2, 3)
    for day in range(1, 29)
]
HEAD = "Date,Open,High,Low,Close"
CSV = "\n".join([HEAD, *ROWS])
NEWS = "available_at,headline,sentiment\n2020-01-02,up,0.5\n2020-01-03,down,-0.5\n"


def test_a_file_becomes_the_ticker_s_next_version(ana: User) -> None:
    api = client(ana)
    answer = api.post(URL, {"ticker": "new", "csv": CSV, "source": "a test", "licence": "CC0"})
    row = Dataset.objects.get()
    assert answer.status_code == 201, answer.json()
    assert answer.json() == {"dataset": row.pk, "url": f"http://testserver{URL}{row.pk}/"}
    told = api.get(answer["Location"]).json()
    assert (told["ticker"], told["version"], told["bars"], told["source"], told["created_by"]) == (
        "NEW", 1, 84, "a test", "ana",
    )  # fmt: skip
    assert told["segments"]["train"]["bars"] == 50
    assert isinstance(told["warnings"], list)


def test_the_same_content_again_is_the_dataset_there_is(ana: User) -> None:
    first, again = (client(ana).post(URL, {"ticker": "NEW", "csv": CSV}) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()


def test_what_accompanies_prices_has_addresses_of_its_own(ana: User) -> None:
    answer = client(ana).post(URL, {"ticker": "NEW", "kind": "news", "csv": NEWS})
    row = AuxiliaryDataset.objects.get()
    assert answer.status_code == 201, answer.json()
    assert answer["Location"].endswith(f"/api/v1/auxiliary-datasets/{row.pk}/")
    told = client(ana).get(answer["Location"]).json()
    assert (told["kind"], told["rows"], told["ticker"]) == ("news", 2, "NEW")
    listed = client(ana).get("/api/v1/auxiliary-datasets/", {"kind": "options"}).json()
    assert listed["count"] == 0


def test_every_wrong_line_is_told_and_nothing_is_kept(ana: User) -> None:
    lines = [HEAD, *ROWS]
    lines[3] = "2020-01-03,10,11,9,cheap"
    lines[7] = "2020-01-07,10,8,9,10"
    answer = client(ana, "pt-br").post(URL, {"ticker": "NEW", "csv": "\n".join(lines)})
    errors = answer.json()["errors"]
    assert answer.status_code == 400
    assert {each["attr"] for each in errors} == {"csv"}
    assert [(each["code"], each["detail"].split(",")[0]) for each in errors] == [
        ("text", "linha 4"), ("high_below_low", "linha 8"),
    ]  # fmt: skip
    assert not Dataset.objects.exists()


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"ticker": "not a ticker"}, "bad_ticker", "ticker"),
        ({"csv": ""}, "empty", "csv"),
        ({"csv": "nothing"}, "no_columns", "csv"),
        ({"csv": "\n".join([HEAD, *ROWS[:3]])}, "too_few_bars", "csv"),
        ({"kind": "rumours"}, "invalid_choice", "kind"),
        ({"options": {"timezone": "Mars/North"}}, "bad_zone", "options.timezone"),
        ({"options": {"timezone": "-99:00"}}, "bad_zone", "options.timezone"),
        ({"options": {"decimal": "dot"}}, "invalid_choice", "options.decimal"),
        ({"source": "x" * 300}, "too_long", "csv"),
        ({"file": "x"}, "unknown_field", "file"),
    ],
)
def test_what_is_wrong_names_its_field(
    ana: User, more: dict[str, Any], code: str, field: str
) -> None:
    wrong(client(ana).post(URL, {"ticker": "NEW", "csv": CSV, **more}), 400, code, field)
    assert not Dataset.objects.exists()


def test_a_body_beyond_the_limit_is_413(ana: User, settings: Any) -> None:
    settings.API_BODY_BYTES = 1_000
    wrong(client(ana).post(URL, {"ticker": "NEW", "csv": CSV}), 413, "too_large")


def test_uploads_have_a_limit_of_their_own(ana: User, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "upload": "1/min"}
    api = client(ana)
    assert api.post(URL, {"ticker": "NEW", "csv": CSV}).status_code == 201
    wrong(api.post(URL, {"ticker": "NEW", "csv": CSV}), 429, "throttled")


def test_datasets_are_found(ana: User) -> None:
    for ticker in ("AAA", "BBB"):
        dataset(ticker=ticker)
    client(ana).post(URL, {"ticker": "AAA", "csv": CSV})
    first, second, third = Dataset.objects.order_by("pk")
    cases = {
        ("ticker", "aaa"): {first.pk, third.pk},
        ("newest", "true"): {second.pk, third.pk},
        ("newest", "false"): {first.pk},
        ("sha256", first.sha256[:10]): {first.pk, second.pk},
        ("frequency", "1h"): set(),
    }
    for (name, value), wanted in cases.items():
        found = client(ana).get(URL, {name: value}).json()["results"]
        assert {row["id"] for row in found} == wanted, name


def test_no_price_is_told(ana: User) -> None:
    row = dataset()
    text = client(ana).get(f"{URL}{row.pk}/").content.decode()
    assert "close" not in text.lower()
