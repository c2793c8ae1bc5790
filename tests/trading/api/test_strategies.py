"""`/api/v1/strategies/`: what is asked for, what is told of it, and how it is found."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from config.runs.models import Run
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE, FORCED, refined
from tests.trading.api.conftest import ended
from tests.trading.desk import carried_out
from trading.models import SavedSpec, Strategy
from trading.services.report import strategy_report
from trading.services.specs import save_spec
from trading.services.submit import Development
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
URL = "/api/v1/strategies/"
SPEC = template("rsi_reversion").make().document()
SHORT = template("zscore_reversion").make().document()


def listed(user: User, **query: Any) -> list[int]:
    answer = client(user).get(URL, query)
    assert answer.status_code == 200, answer.json()
    return [row["id"] for row in answer.json()["results"]]


def test_a_development_is_started_and_its_run_told(ana: User, prices: None) -> None:
    answer = client(ana).post(URL, {"ticker": "walk"})
    strategy, run = Strategy.objects.get(), Run.objects.get()
    url = f"http://testserver/api/v1/runs/{run.pk}/"
    assert (answer.status_code, answer["Location"]) == (202, url)
    assert answer.json() == {"strategy": strategy.pk, "decision": None, "run": run.pk, "url": url}
    assert (strategy.owner, strategy.ticker, run.created_by) == (ana, "WALK", ana)


def test_one_can_be_masked(ana: User, prices: None) -> None:
    made = client(ana).post(URL, {"ticker": "walk", "masked": True}).json()
    told = client(ana).get(f"{URL}{made['strategy']}/").json()
    assert told["masked"] is told["report"]["masked"] is True


def test_its_address_tells_the_report_when_it_ended(ana: User, prices: None) -> None:
    limits = {"max_iterations": 1, "max_strategy_iterations": 1, "max_research_iterations": 1,
              "variants": 3}  # fmt: skip
    asked = {"ticker": "WALK", "limits": limits, "seed": 7, "memory": "none"}
    made = client(ana).post(URL, asked).json()
    api, address = client(ana), f"{URL}{made['strategy']}/"
    before = api.get(address).json()
    assert (before["status"], before["decision"], before["limits"]) == ("working", None, limits)
    row = Strategy.objects.get()
    carried_out(Development(row, Run.objects.get()))
    told = api.get(address).json()
    decision = row.decisions.get()
    assert (told["status"], told["source"], told["decision"]) == (
        "MAX_ITERATIONS", "forced", decision.pk,
    )  # fmt: skip
    assert told["report"] == strategy_report(strategy_id=row.pk)
    assert told["report"]["final_status"] == "MAX_ITERATIONS"
    counts = {name: api.get(link).json().get("count") for name, link in told["links"].items()}
    assert counts.pop("looks") == 0  # nobody took a second one
    assert counts.pop("certificate") is None  # one document, no list
    assert all(counts.values()), counts


def test_all_of_it_can_be_said(ana: User, prices: None) -> None:
    hypothesis = refined(COMPLETE["en"], user=ana)
    asked = {
        "ticker": "WALK", "objective": "buy what fell", "language": "pt", "seed": 3,
        "limits": {"max_iterations": 2}, "constraints": {"long_only": True},
        "starting_spec": SPEC, "memory": "none", "profile": "classic", "hypothesis": hypothesis.pk,
    }  # fmt: skip
    assert client(ana).post(URL, asked).status_code == 202
    row = Strategy.objects.get()
    assert (row.objective, row.language, row.seed, row.max_iterations) == (
        "buy what fell", "pt", 3, 2,
    )  # fmt: skip
    assert row.constraints["long_only"] is True
    assert (row.starting_spec, row.memory, row.hypothesis) == (SPEC, None, hypothesis)


def test_it_starts_from_a_saved_spec(ana: User, rita: User, prices: None) -> None:
    own = save_spec(name="mine", spec=SPEC, user=ana)
    asked = {"ticker": "WALK", "saved_spec": own.pk}
    assert client(ana).post(URL, asked).status_code == 202
    assert Strategy.objects.get().starting_spec == SPEC
    hers = save_spec(name="hers", spec=SPEC, user=rita)
    wrong(client(ana).post(URL, {"ticker": "WALK", "saved_spec": hers.pk}), 404, "not_found")


def test_a_fork_keeps_what_is_not_said(ana: User, rita: User, strategy: Strategy) -> None:
    answer = client(ana).post(URL, {"fork_of": strategy.pk, "seed": 9, "objective": "trend"})
    assert answer.status_code == 202, answer.json()
    row = Strategy.objects.latest("pk")
    assert (row.forked_from, row.ticker, row.seed) == (strategy, "AAPL", 9)
    assert (row.objective, row.max_iterations) == ("trend", strategy.max_iterations)
    hers = ended(rita)
    wrong(client(ana).post(URL, {"fork_of": hers.pk}), 404, "not_found")


WALK = {"ticker": "WALK"}
BAD: list[tuple[dict[str, Any], str, str]] = [
    ({}, "one_of", "ticker"),
    ({"ticker": "WALK", "fork_of": 1}, "one_of", "ticker"),
    ({"ticker": "no such"}, "bad_ticker", "ticker"),
    ({"ticker": "NONE"}, "unknown_ticker", "ticker"),
    ({**WALK, "objective": " "}, "objective_empty", "objective"),
    ({**WALK, "objective": "x" * 2_001}, "objective_long", "objective"),
    ({**WALK, "objective": "a\x07b"}, "objective_control", "objective"),
    ({**WALK, "limits": {"max_iterations": 101}}, "max_value", "limits.max_iterations"),
    ({**WALK, "limits": {"rounds": 1}}, "unknown_field", "limits.rounds"),
    ({**WALK, "seed": -1}, "min_value", "seed"),
    ({**WALK, "language": "fr"}, "invalid_choice", "language"),
    ({**WALK, "profile": "none"}, "unknown", "profile"),
    ({**WALK, "memory": "0123"}, "missing", "memory"),
    ({**WALK, "constraints": {"short_only": True}}, "unknown_field", "constraints.short_only"),
    ({**WALK, "constraints": {"start": "2011-01-03"}}, "range_sealed", "constraints.start"),
    ({**WALK, "starting_spec": {"name": 3}}, "not_text", "starting_spec.name"),
    (
        {**WALK, "starting_spec": SHORT, "constraints": {"long_only": True}},
        "long_only",
        "starting_spec.direction",
    ),
    ({**WALK, "starting_spec": SPEC, "saved_spec": 1}, "one_of", "saved_spec"),
    ({**WALK, "owner": 1}, "unknown_field", "owner"),
]


@pytest.mark.parametrize(("body", "code", "field"), BAD)
def test_what_is_wrong_names_its_field_and_nothing_is_kept(
    ana: User, prices: None, body: dict[str, Any], code: str, field: str
) -> None:
    answer = client(ana).post(URL, body)
    assert answer.status_code == 400, answer.json()
    assert (code, field) in [(each["code"], each["attr"]) for each in answer.json()["errors"]]
    assert not Strategy.objects.exists()


def test_every_fault_of_a_spec_is_told(ana: User, prices: None) -> None:
    body = {"ticker": "WALK", "starting_spec": {"name": 3, "colour": "red"}}
    errors = client(ana, "pt-br").post(URL, body).json()["errors"]
    assert [(each["attr"], each["detail"][:10]) for each in errors] == [
        ("starting_spec.name", "deve ser t"),
        ("starting_spec.colour", "não é um c"),
    ]


def test_a_hypothesis_that_is_not_approved_is_a_conflict(ana: User, prices: None) -> None:
    rejected = refined(FORCED["en"], user=ana)
    answer = client(ana).post(URL, {"ticker": "WALK", "hypothesis": rejected.pk})
    assert "is not approved" in wrong(answer, 409, "conflict")


def test_a_hypothesis_that_one_may_not_see_is_not_there(
    ana: User, rita: User, prices: None
) -> None:
    hers = refined(COMPLETE["en"], user=rita)
    for pk in (hers.pk, 10**9):
        wrong(client(ana).post(URL, {"ticker": "WALK", "hypothesis": pk}), 404, "not_found")
    assert not Strategy.objects.exists()


def test_a_used_up_quota_is_429(ana: User, prices: None, settings: Any) -> None:
    settings.RUNS_PER_DAY = 0
    wrong(client(ana).post(URL, {"ticker": "WALK"}), 429, "quota")
    assert not Strategy.objects.exists()


def test_the_same_key_starts_one(ana: User, prices: None) -> None:
    api = client(ana)
    key = {"headers": {"Idempotency-Key": "k1"}}
    first, again = (api.post(URL, {"ticker": "WALK"}, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    assert (Strategy.objects.count(), Run.objects.count()) == (1, 1)
    other = api.post(URL, {"ticker": "WALK", "seed": 2}, **key)
    wrong(other, 422, "idempotency_key_reused")


def test_each_filter_narrows(ana: User, rita: User, prices: None) -> None:
    limit = ended(ana, objective="trend following").pk
    success = ended(rita, final_status="SUCCESS", ticker="IBM", forked_from_id=limit).pk
    working = client(ana).post(URL, {"ticker": "WALK"}).json()["strategy"]
    everything = [working, success, limit]
    cases = {
        ("ticker", "ibm"): [success],
        ("status", "SUCCESS"): [success],
        ("status", "working"): [working],
        ("final_status", "MAX_ITERATIONS"): [limit],
        ("source", "forced"): [limit],
        ("owner", "ana"): [working, limit],
        ("owner", "nobody"): [],
        ("forked_from", str(limit)): [success],
        ("hypothesis", "1"): [],
        ("created_after", "2000-01-01T00:00:00Z"): everything,
        ("created_before", "2000-01-01T00:00:00Z"): [],
        ("q", "trend"): [limit],
        ("q", str(success)): [success],
        ("ordering", "id"): everything[::-1],
        ("ordering", "ticker"): [limit, success, working],
        ("page_size", "1"): [working],
    }
    assert {case: listed(rita, **dict([case])) for case in cases} == cases
    assert listed(ana, owner="rita") == []


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("state", "x", "unknown_parameter"),
        ("status", "nice", "invalid_choice"),
        ("owner__password", "x", "unknown_parameter"),
        ("ordering", "owner__password", "invalid"),
        ("hypothesis", "first", "invalid"),
        ("q", "a\x00b", "null_characters_not_allowed"),
    ],
)
def test_a_query_that_is_not_known_is_an_error(ana: User, name: str, value: str, code: str) -> None:
    wrong(client(ana).get(URL, {name: value}), 400, code, name)


def test_a_saved_spec_that_is_not_there_starts_nothing(rita: User) -> None:
    assert not SavedSpec.objects.exists()
    wrong(client(rita).post(URL, {"ticker": "WALK", "saved_spec": 1}), 404, "not_found")
