"""`/api/v1/strategies/ID/decisions/`: a reviewer's word, append-only, one winner."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests.api import client, wrong
from tests.people import person
from tests.trading.api.conftest import ended
from tests.trading.desk import at_limit
from trading.models import Strategy, StrategyDecision

pytestmark = pytest.mark.django_db
REASON = {"reason": "we know better"}


def decide(user: User, strategy: Strategy, outcome: str, **more: Any) -> Any:
    url = f"/api/v1/strategies/{strategy.pk}/decisions/"
    return client(user).post(url, {"outcome": outcome, **REASON, **more})


def test_a_reviewer_accepts_a_variant(rita: User, strategy: Strategy) -> None:
    variant = strategy.variants.get()
    answer = decide(rita, strategy, "accept", variant=variant.pk, expected=0)
    row = strategy.decisions.get(current=True)
    url = f"http://testserver/api/v1/strategy-decisions/{row.pk}/"
    assert (answer.status_code, answer["Location"]) == (201, url)
    assert answer.json() == {
        "strategy": strategy.pk, "decision": row.pk, "run": None, "url": url,
    }  # fmt: skip
    told = client(rita).get(url).json()
    assert (told["after"], told["variant"], told["by"], told["reason"]) == (
        "ACCEPTED", variant.pk, "rita", "we know better",
    )  # fmt: skip
    assert client(strategy.owner).get(f"/api/v1/strategies/{strategy.pk}/").json()["status"] == (
        "ACCEPTED"
    )


def test_abandoning_names_no_variant(rita: User, strategy: Strategy) -> None:
    assert decide(rita, strategy, "abandon").status_code == 201
    assert strategy.decisions.get(current=True).after == "ABANDONED"


def test_one_goes_on_by_a_run(ana: User, rita: User) -> None:
    strategy = at_limit(user=ana)
    answer = decide(rita, strategy, "extend", limits={"max_iterations": 30,
                    "max_strategy_iterations": 10, "max_research_iterations": 6})  # fmt: skip
    assert answer.status_code == 202, answer.json()
    assert answer.json()["run"]
    strategy.refresh_from_db()
    assert strategy.max_iterations == 30
    late = decide(rita, strategy, "again")
    wrong(late, 409, "conflict")
    assert late.json()["current"]["status"] == "working"


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"outcome": "maybe"}, "invalid_choice", "outcome"),
        ({"outcome": "accept"}, "one_of", "variant"),
        ({"outcome": "accept", "variant": 10**9}, "missing", "variant"),
        ({"outcome": "abandon", "variant": 1}, "one_of", "variant"),
        ({"outcome": "extend"}, "one_of", "limits"),
        ({"outcome": "abandon", "reason": " "}, "refused", None),
        ({"outcome": "abandon", "reason": "x" * 100_000}, "reason_long", "reason"),
        ({"outcome": "abandon", "by": "ana"}, "unknown_field", "by"),
    ],
)
def test_what_is_wrong_is_told(
    rita: User, strategy: Strategy, body: dict[str, Any], code: str, field: str | None
) -> None:
    wrong(decide(rita, strategy, **body), 400, code, field)
    assert not strategy.decisions.exists()


def test_nobody_decides_on_their_own_and_a_researcher_on_none(rita: User, ana: User) -> None:
    own = ended(rita)
    wrong(decide(rita, own, "abandon"), 403, "permission_denied")
    wrong(decide(ana, own, "abandon"), 403, "permission_denied")


def test_who_comes_too_late_is_told_how_it_stands(rita: User, strategy: Strategy) -> None:
    decide(person("cleo", "reviewer"), strategy, "abandon")
    answer = decide(rita, strategy, "abandon", expected=0)
    assert "somebody decided meanwhile" in wrong(answer, 409, "conflict")
    current = strategy.decisions.get(current=True)
    assert answer.json()["current"] == {
        "strategy": strategy.pk, "status": "ABANDONED",
        "decision": {"id": current.pk, "source": "human", "after": "ABANDONED"},
    }  # fmt: skip


def test_a_decision_is_taken_once_for_a_key(rita: User, strategy: Strategy) -> None:
    api = client(rita)
    url = f"/api/v1/strategies/{strategy.pk}/decisions/"
    body, key = {"outcome": "abandon", **REASON}, {"Idempotency-Key": "k"}
    first, again = (api.post(url, body, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert first["Location"] == again["Location"]
    assert StrategyDecision.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_reviewers_at_once_one_wins_and_the_rest_are_told(strategy: Strategy) -> None:
    rivals = [person(f"reviewer{number}", "reviewer") for number in range(4)]
    start = threading.Barrier(len(rivals))

    def race(user: User) -> Any:
        try:
            start.wait()
            return decide(user, strategy, "abandon", expected=0)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(rivals)) as pool:
        answers = list(pool.map(race, rivals))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    winner = strategy.decisions.get(current=True).pk
    told = [each.json()["current"]["decision"]["id"] for each in answers if each.status_code == 409]
    assert told == [winner] * 3


def test_decisions_are_listed_by_strategy_and_over_all(rita: User, strategy: Strategy) -> None:
    decide(rita, strategy, "abandon")
    other = ended(person("zoe"))
    decide(rita, other, "accept", variant=other.variants.get().pk)
    first, second = StrategyDecision.objects.order_by("pk").values_list("pk", flat=True)
    api, url = client(rita), "/api/v1/strategy-decisions/"
    cases = {
        ("strategy", str(strategy.pk)): [first],
        ("after", "ACCEPTED"): [second],
        ("source", "agent"): [],
        ("current", "true"): [second, first],
        ("ordering", "id"): [first, second],
    }
    found = {
        case: [row["id"] for row in api.get(url, dict([case])).json()["results"]] for case in cases
    }
    assert found == cases
    own = api.get(f"/api/v1/strategies/{other.pk}/decisions/").json()["results"]
    assert [row["id"] for row in own] == [second]
    seen = client(strategy.owner).get(url).json()["results"]
    assert [row["id"] for row in seen] == [first]
