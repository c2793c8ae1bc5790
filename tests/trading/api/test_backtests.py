"""`/api/v1/backtests/`: one spec on one history, bounded and on record."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.api import client, wrong
from tests.people import person
from tests.trading.storage.stored import dataset
from trading.models import HoldoutOpening, SpecBacktest
from trading.services.spec_backtests import play_report
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
URL = "/api/v1/backtests/"
SPEC = template("rsi_reversion").make().document()
ASKED = {"spec": SPEC, "ticker": "WALK"}
LOOK = {**ASKED, "include_holdout": True, "reason": "a last look"}


def test_a_spec_is_played_and_on_record(ana: User, prices: None) -> None:
    answer = client(ana).post(URL, {**ASKED, "part": "train", "cash": 5_000, "commission": 0})
    row = SpecBacktest.objects.get()
    url = f"http://testserver{URL}{row.pk}/"
    assert (answer.status_code, answer["Location"]) == (201, url)
    assert answer.json() == {"backtest": row.pk, "url": url}
    told, report = client(ana).get(url).json(), play_report(row)
    assert (told["part"], told["cash"], told["commission"], told["holdout"]) == (
        "train", 5_000, 0, None,
    )  # fmt: skip
    assert {name: told[name] for name in ("metrics", "trades", "spec_hash")} == {
        name: report[name] for name in ("metrics", "trades", "spec_hash")
    }
    assert told["spec"] == SPEC


def test_dates_and_engine_can_be_said(ana: User, prices: None) -> None:
    asked = {**ASKED, "engine": "reference", "start": "2010-02-01", "end": "2010-12-31"}
    assert client(ana).post(URL, asked).status_code == 201
    row = SpecBacktest.objects.get()
    assert (row.engine, row.date_from.date().isoformat()) == ("reference", "2010-02-01")


def test_a_brokers_terms_can_be_said(ana: User, prices: None) -> None:
    terms = {"spread": 0.001, "margin": 0.5, "borrow": 0.02}
    assert client(ana).post(URL, {**ASKED, **terms}).status_code == 201
    assert client(ana).post(URL, ASKED).status_code == 201
    dear, plain = (play_report(row) for row in SpecBacktest.objects.order_by("pk"))
    assert {name: dear[name] for name in terms} == terms
    assert not terms.keys() & plain.keys()
    assert dear["metrics"]["total_return"] != plain["metrics"]["total_return"]


BAD: list[tuple[dict[str, Any], str, str | None]] = [
    ({"spec": {}}, "missing", "spec.name"),
    ({"spec": {**SPEC, "name": 3}}, "not_text", "spec.name"),
    ({"spec": []}, "not_a_dict", "spec"),
    ({"ticker": "NONE"}, "unknown_ticker", "ticker"),
    ({"part": "all"}, "invalid_choice", "part"),
    ({"cash": 0}, "min_value", "cash"),
    ({"commission": 1}, "max_value", "commission"),
    ({"margin": 0}, "min_value", "margin"),
    ({"borrow": -1}, "min_value", "borrow"),
    ({"start": "yesterday"}, "invalid", "start"),
    ({"start": "2031-01-01"}, "no_bars_in_range", "start"),
    ({"start": "2011-01-03"}, "range_sealed", "start"),
    ({"owner": 1}, "unknown_field", "owner"),
]


@pytest.mark.parametrize(("more", "code", "field"), BAD)
def test_what_is_wrong_names_its_field(
    ana: User, prices: None, more: dict[str, Any], code: str, field: str | None
) -> None:
    answer = client(ana).post(URL, {**ASKED, **more})
    assert answer.status_code == 400, answer.json()
    assert (code, field) in [(each["code"], each["attr"]) for each in answer.json()["errors"]]
    assert not SpecBacktest.objects.exists()


def test_what_takes_too_long_names_the_command(ana: User, prices: None, settings: Any) -> None:
    settings.BACKTEST_WEB_BARS = 100
    assert "manage.py backtest" in wrong(client(ana).post(URL, ASKED), 400, "refused")


def test_it_has_a_limit_of_its_own(ana: User, prices: None, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "backtest": "1/min"}
    api = client(ana)
    assert api.post(URL, ASKED).status_code == 201
    wrong(api.post(URL, ASKED), 429, "throttled")
    assert api.get(URL).status_code == 200


def test_the_same_key_plays_once(ana: User, prices: None) -> None:
    api = client(ana)
    first, again = (api.post(URL, ASKED, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert again["Idempotent-Replayed"] == "true"
    assert SpecBacktest.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_reviewer_opens_the_holdout_once_for_a_key(rita: User) -> None:
    dataset()
    api = client(rita)
    first, again = (api.post(URL, LOOK, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert first.json() == again.json()
    opening = HoldoutOpening.objects.get()
    assert (opening.user, opening.purpose) == (rita, "backtest: a last look")
    told = api.get(first.json()["url"]).json()
    assert told["holdout"] == {"opening": opening.pk, "openings_before": 0}
    assert (told["part"], told["metrics"]["bars"]) == ("all", 300)
    later = api.post(URL, LOOK).json()
    assert api.get(later["url"]).json()["holdout"]["openings_before"] == 1


def test_nobody_else_does_and_never_without_a_reason(ana: User, rita: User, prices: None) -> None:
    wrong(client(ana).post(URL, LOOK), 403, "permission_denied")
    wrong(client(rita).post(URL, {**LOOK, "reason": " "}), 400, "refused")
    assert not HoldoutOpening.objects.exists()


def test_one_s_backtests_are_one_s_own(ana: User, rita: User, prices: None) -> None:
    made = client(ana).post(URL, ASKED).json()["backtest"]
    zoe = person("zoe")
    client(zoe).post(URL, {**ASKED, "part": "validation"})
    api = client(rita)
    for query, count in (
        ({}, 2),
        ({"owner": "ana"}, 1),
        ({"part": "validation"}, 1),
        ({"ticker": "walk"}, 2),
        ({"spec_hash": SpecBacktest.objects.latest("pk").spec_hash[:8]}, 2),
    ):
        assert api.get(URL, query).json()["count"] == count
    assert [row["id"] for row in client(ana).get(URL).json()["results"]] == [made]
    wrong(client(zoe).get(f"{URL}{made}/"), 404, "not_found")
