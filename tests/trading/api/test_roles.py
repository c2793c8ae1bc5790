"""Who may do what with strategies: every address of their API, each method, each person.

The addresses come from the URL configuration: a new one without an entry here fails.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from rest_framework.test import APIClient

from config.runs.models import Run
from tests.api import addresses, client
from tests.people import person
from tests.trading.desk import developed
from trading.models import AuxiliaryDataset, Lesson, SecondLook, Strategy
from trading.services.second_look import look_again_at_holdout
from trading.services.spec_backtests import play_spec
from trading.services.specs import save_spec
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
METHODS = ("get", "post", "put", "patch", "delete", "options")
PEOPLE = ("anonymous", "owner", "other", "reviewer", "admin")
SPEC = template("rsi_reversion").make().document()
CSV = "Date,Open,High,Low,Close\n" + "\n".join(
    f"2020-{month:02}-{day:02},10,11,9,{10 + day / 40}"
    for month in (1, 2, 3)
    for day in range(1, 29)
)

# What each person gets, in the order of PEOPLE. A method that an address lacks is 401 to the
# anonymous and 405 to the rest.
Row = dict[str, tuple[int, ...]]
READ_ALL: Row = {"get": (401, 200, 200, 200, 200)}
READ_ONE: Row = {"get": (401, 200, 404, 200, 200)}
EXPECTED: dict[str, Row] = {
    "api-strategy-list": {**READ_ALL, "post": (401, 202, 202, 202, 202)},
    "api-strategy-estimate": {"post": (401, 200, 200, 200, 200)},
    "api-strategy-detail": READ_ONE,
    "api-strategy-variants": READ_ONE,
    "api-strategy-findings": READ_ONE,
    "api-strategy-experiments": READ_ONE,
    "api-strategy-decisions": {**READ_ONE, "post": (401, 403, 403, 201, 201)},
    "api-strategy-looks": {**READ_ONE, "post": (401, 403, 403, 201, 201)},
    "api-strategy-certificate": READ_ONE,
    "api-look-list": READ_ALL,
    "api-look-detail": READ_ONE,
    "api-strategy-export-experiments": READ_ONE,
    "api-strategy-export-findings": READ_ONE,
    "api-strategy-export-trials": READ_ONE,
    "api-strategy-export-variants": READ_ONE,
    "api-strategy-decision-list": READ_ALL,
    "api-strategy-decision-detail": READ_ONE,
    "api-variant-list": READ_ALL,
    "api-variant-detail": READ_ONE,
    "api-variant-script": READ_ONE,
    "api-variant-series": READ_ONE,
    "api-backtest-list": {**READ_ALL, "post": (401, 201, 201, 201, 201)},
    "api-backtest-detail": READ_ONE,
    "api-finding-list": READ_ALL,
    "api-finding-detail": READ_ONE,
    "api-dataset-list": {**READ_ALL, "post": (401, 201, 201, 201, 201)},
    "api-dataset-detail": READ_ALL,  # data are everybody's to read
    "api-auxiliary-dataset-list": READ_ALL,
    "api-auxiliary-dataset-detail": READ_ALL,
    "api-lesson-list": READ_ALL,
    "api-lesson-detail": {**READ_ONE, "patch": (401, 403, 404, 200, 200)},
    "api-lesson-pin": {"post": (401, 403, 404, 200, 200)},
    "api-lesson-unpin": {"post": (401, 403, 404, 409, 409)},  # it is not pinned
    "api-lesson-retire": {"post": (401, 403, 404, 200, 200)},
    "api-lesson-restore": {"post": (401, 403, 404, 409, 409)},  # it is not retired
    "api-gate-profile-list": {**READ_ALL, "post": (401, 403, 403, 403, 201)},
    "api-gate-profile-detail": {**READ_ALL, "put": (401, 403, 403, 403, 200)},
    "api-spec-list": {**READ_ALL, "post": (401, 201, 201, 201, 201)},
    "api-spec-detail": READ_ONE,
    "api-spec-archive": {"post": (401, 200, 404, 403, 200)},
    "api-spec-restore": {"post": (401, 409, 404, 403, 409)},  # it is not archived
}
OF_EVERYBODY = ("dataset", "auxiliary-dataset", "gate-profile")
ADDRESSES = addresses("trading")


@pytest.fixture
def strategy() -> Strategy:
    """The owner's, ended at its limit, with all that a person may make beside it."""
    owner = person("owner")
    found = developed(user=owner)
    save_spec(name="mine", spec=SPEC, user=owner)
    play_spec(spec=SPEC, ticker="WALK", user=owner)
    AuxiliaryDataset.objects.create(
        ticker="OTHER", kind="news", version=1, source="a test", rows=1, content=b"",
        first_at=found.created_at, last_at=found.created_at, sha256="a" * 64,
    )  # fmt: skip
    look_again_at_holdout(variant_id=found.variants.earliest("pk").pk, reason="a test")
    return found


def asking(who: str, strategy: Strategy) -> APIClient:
    if who == "anonymous":
        return client()
    if who == "owner":
        return client(strategy.owner)
    return client(person(who, "researcher" if who == "other" else who))


def concrete(name: str, strategy: Strategy) -> str:
    """The address of the owner's own."""
    rows: dict[str, Any] = {
        "api-strategy-decision": strategy.decisions.get(),
        "api-strategy": strategy,
        "api-look": SecondLook.objects.earliest("pk"),
        "api-variant": strategy.variants.earliest("pk"),
        "api-backtest": strategy.dataset.spec_backtests.get(),
        "api-finding": strategy.findings.earliest("pk"),
        "api-dataset": strategy.dataset,
        "api-auxiliary-dataset": AuxiliaryDataset.objects.get(),
        "api-lesson": Lesson.objects.earliest("pk"),
        "api-spec": strategy.owner and strategy.owner.saved_specs.get(),
    }
    kind = max((each for each in rows if f"{name}-".startswith(f"{each}-")), key=len, default="")
    if name in ("api-strategy-decisions", "api-strategy-looks"):
        kind = "api-strategy"
    return (
        ADDRESSES[name]
        .replace("<int:pk>", str(rows[kind].pk) if kind else "")
        .replace("<slug:name>", "classic")
    )


def body(name: str, method: str, variant: int) -> dict[str, Any] | None:
    """A request that nothing but the person can be wrong with."""
    gate = {"name": "sharpe_ratio", "segment": "validation", "operator": ">=", "threshold": 1,
            "soft": 0, "weight": 1, "required": True}  # fmt: skip
    profile = {"pass_score": 0.5, "criteria": [gate]}
    bodies: dict[tuple[str, str], dict[str, Any]] = {
        ("api-strategy-list", "post"): {"ticker": "WALK"},
        ("api-strategy-estimate", "post"): {"ticker": "WALK"},
        ("api-strategy-decisions", "post"): {"outcome": "abandon", "reason": "no edge"},
        ("api-strategy-looks", "post"): {"variant": variant, "reason": "to check"},
        ("api-backtest-list", "post"): {"spec": SPEC, "ticker": "WALK"},
        ("api-dataset-list", "post"): {"ticker": "NEW", "csv": CSV},
        ("api-lesson-detail", "patch"): {"text": "Crossovers turn too often here."},
        ("api-gate-profile-list", "post"): {"name": "mild", **profile},
        ("api-gate-profile-detail", "put"): profile,
        ("api-spec-list", "post"): {"name": "another", "spec": SPEC},
    }
    return bodies.get((name, method))


def test_every_address_is_in_the_table() -> None:
    assert set(ADDRESSES) == set(EXPECTED)


@pytest.mark.parametrize("who", PEOPLE)
def test_each_person_gets_what_the_table_says(who: str, strategy: Strategy) -> None:
    api = asking(who, strategy)
    found, expected = {}, {}
    variant = strategy.variants.earliest("pk").pk
    for name in sorted(EXPECTED):
        url = concrete(name, strategy)
        for method in METHODS:
            cache.clear()
            sent = body(name, method, variant)
            point = transaction.savepoint()
            told = {"format": "json"} if sent else {}
            answer = getattr(api, method)(url, sent, **told)
            getattr(answer, "streaming_content", None)
            transaction.savepoint_rollback(point)  # each request finds the same
            lacking = 401 if who == "anonymous" else 405
            allowed = EXPECTED[name].get(method)
            expected[name, method] = allowed[PEOPLE.index(who)] if allowed else lacking
            found[name, method] = answer.status_code
    assert found == expected


def test_another_s_strategy_is_in_no_list(strategy: Strategy) -> None:
    api = client(person("other"))
    lists = [name for name in EXPECTED if name.endswith("-list")]
    own = [name for name in lists if not any(f"api-{each}-list" == name for each in OF_EVERYBODY)]
    found = {name: api.get(concrete(name, strategy)).json()["count"] for name in own}
    assert found == dict.fromkeys(own, 0)
    assert len(own) == 8


def test_runs_of_developments_are_seen_by_the_same_rule(strategy: Strategy) -> None:
    run = Run.objects.get()
    seen = {who: asking(who, strategy).get(f"/api/v1/runs/{run.pk}/").status_code for who in PEOPLE}
    assert seen == dict(zip(PEOPLE, (401, 200, 404, 200, 200), strict=True))
    told = client(strategy.owner).get("/api/v1/runs/", {"subject_id": strategy.pk}).json()
    assert [row["kind"] for row in told["results"]] == ["development"]
    events = client(strategy.owner).get(f"/api/v1/runs/{run.pk}/events/").json()
    assert events["count"] > 0
    assert client(person("nobody")).get("/api/v1/runs/").json()["count"] == 0
