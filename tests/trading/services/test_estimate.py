"""What a development will take of models, told before it starts."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api import client as api
from tests.config.runs.asking import configure
from tests.llm.server import FaultServer
from tests.people import person
from tests.trading.helpers import make_developed
from tests.trading.storage.stored import dataset
from trading.domain.limits import Limits
from trading.market.errors import UnknownTicker
from trading.models import AuxiliaryDataset, Strategy
from trading.services.estimate import (
    DevelopmentLength,
    estimate_development,
    estimate_strategy,
    longest,
    questions,
    usual,
)

pytestmark = pytest.mark.django_db
URL = "/api/v1/strategies/estimate/"
ALONE = {"kinds": (), "peers": False}


@pytest.fixture
def model(settings: Any) -> Any:
    """A model that nobody asks: an estimate is made without it."""
    with FaultServer() as server:
        configure(settings, server)
        yield settings
        assert server.asked == []


def agents(way: DevelopmentLength, **data: Any) -> list[str]:
    return [each.agent for each in questions(way, **{**ALONE, **data})]


def test_prices_alone_ask_five_agents_their_domain_and_the_leader() -> None:
    assert agents(DevelopmentLength(1, 0)) == [*5 * ["researcher"], "synthesizer", "leader"]


@pytest.mark.parametrize(
    ("data", "more"),
    [({"peers": True}, 1), ({"kinds": {"news"}}, 1), ({"kinds": {"fundamentals"}}, 4),
     ({"kinds": {"news", "insider", "fundamentals"}, "peers": True}, 7)],
)  # fmt: skip
def test_further_data_ask_their_agents_and_domain(data: dict[str, Any], more: int) -> None:
    found = agents(DevelopmentLength(1, 0), **data)
    assert found.count("researcher") == 5 + more
    assert found.count("synthesizer") == (3 if more == 7 else 2)


def test_a_round_asks_strategist_and_analysts_the_first_no_trajectory() -> None:
    assert agents(DevelopmentLength(0, 2)) == [
        "strategist", "failure_analyst", "strategist", "failure_analyst", "trajectory_analyst",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("limits", "most", "expected"),
    [
        (Limits(), DevelopmentLength(3, 15), DevelopmentLength(2, 4)),
        (Limits(1, 5, 3), DevelopmentLength(1, 1), DevelopmentLength(1, 1)),
        (Limits(15, 2, 3), DevelopmentLength(3, 6), DevelopmentLength(2, 4)),
    ],
)
def test_the_limits_bound_the_way(
    limits: Limits, most: DevelopmentLength, expected: DevelopmentLength
) -> None:
    assert (longest(limits), usual(limits)) == (most, expected)


def test_what_is_done_is_not_counted_again() -> None:
    assert longest(Limits(5, 5, 3), DevelopmentLength(2, 3)) == DevelopmentLength(1, 2)
    assert longest(Limits(5, 5, 3), DevelopmentLength(4, 9)) == DevelopmentLength(0, 0)


def test_an_estimate_has_calls_tokens_and_cost(model: Any) -> None:
    dataset()
    told = estimate_development(ticker="WALK", limits=Limits(1, 1, 1))
    assert told is not None
    assert told.about == told.most
    assert told.most.calls == 11  # with the peers of daily prices
    assert told.most.cost > 0
    assert str(told).startswith("about 11 calls to the models, 0.0")


def test_data_that_a_ticker_has_count(model: Any) -> None:
    plain = dataset()
    before = estimate_development(ticker="WALK")
    AuxiliaryDataset.objects.create(
        ticker="WALK", kind="news", version=1, source="a test", rows=1, content=b"",
        first_at=plain.first_at, last_at=plain.last_at, sha256="a" * 64,
    )  # fmt: skip
    after = estimate_development(ticker="WALK")
    assert before is not None
    assert after is not None
    assert after.most.calls == before.most.calls + 3 * 2


def test_an_unknown_ticker_is_refused_and_a_bundled_one_not_stored(model: Any) -> None:
    with pytest.raises(UnknownTicker):
        estimate_development(ticker="NOPE")
    assert estimate_development(ticker="AAPL") == estimate_development()


def test_without_a_model_there_is_none(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert estimate_development(ticker="AAPL") is None


def test_a_model_for_other_agents_is_not_asked(model: Any) -> None:
    model.LLM_AGENTS = ["methodologist"]
    assert estimate_development() is None


def test_one_that_goes_on_has_less_before_it(model: Any) -> None:
    fresh = make_developed(state={})
    gone = Strategy.objects.get(pk=fresh.pk)
    gone.state = {"research_iteration": 1, "current_iteration": 1}
    first, rest = estimate_strategy(strategy=fresh), estimate_strategy(strategy=gone)
    assert first is not None
    assert rest is not None
    assert rest.most.calls < first.most.calls


# Budgets.


def test_a_budget_that_the_limits_go_over_is_told(model: Any) -> None:
    model.LLM_MAX_CALLS = 40
    told = estimate_development(limits=Limits())
    assert told is not None
    (warning,) = told.warnings
    assert "no more than 40 (CRIVO_LLM_BUDGET, calls): if it goes to its limits" in warning
    model.LLM_MAX_CALLS = 10
    assert "it will probably stop early" in told.warnings[0]


def test_budgets_that_hold_are_not_mentioned(model: Any) -> None:
    told = estimate_development()
    assert told is not None
    assert told.warnings == []


# Where it is told.


@pytest.fixture
def ana() -> Any:
    return person("ana")


def posted(user: Any, **body: Any) -> Any:
    client: APIClient = api(user)
    return client.post(URL, body, format="json")


def test_the_api_tells_it_and_starts_nothing(model: Any, ana: Any) -> None:
    model.LLM_MAX_CALLS = 20
    answer = posted(ana, ticker="AAPL", limits={"max_iterations": 1})
    assert answer.status_code == 200, answer.content
    found = answer.json()
    assert found["about"] == found["at_most"]
    assert found["at_most"]["llm_calls"] == 11
    assert found["at_most"]["cost_usd"] > 0
    assert found["warnings"] == []
    assert posted(ana, ticker="AAPL").json()["warnings"] != []
    assert not Strategy.objects.exists()


def test_the_api_tells_it_of_a_fork(model: Any, ana: Any) -> None:
    first = make_developed(owner=ana, max_iterations=2)
    whole = posted(ana, fork_of=first.pk).json()["at_most"]["llm_calls"]
    less = posted(ana, fork_of=first.pk, limits={"max_iterations": 1}).json()["at_most"]
    assert less["llm_calls"] == whole - 12
    assert posted(person("eva"), fork_of=first.pk).status_code == 404


def test_the_api_says_what_is_wrong_with_the_request(model: Any, ana: Any) -> None:
    wrong: list[dict[str, Any]] = [
        {"ticker": "NOPE"}, {"limits": {}}, {"ticker": "AAPL", "seed": -1},
    ]  # fmt: skip
    for body in wrong:
        assert posted(ana, **body).status_code == 400


def test_without_a_model_the_api_tells_of_nothing(ana: Any) -> None:
    nothing = {"llm_calls": 0, "tokens": 0, "cost_usd": 0.0}
    assert posted(ana, ticker="AAPL").json() == {
        "about": nothing, "at_most": nothing, "warnings": [],
    }  # fmt: skip


def test_the_page_tells_it_and_follows_the_limits(model: Any, ana: Any, client: Any) -> None:
    client.force_login(ana)
    model.LLM_MAX_CALLS = 60
    page = client.get("/strategies/new/?ticker=AAPL").text
    assert "Language models: about 29 calls to the models" in page
    assert "no more than 60 (CRIVO_LLM_BUDGET, calls)" in page
    asked = {"ticker": "AAPL", "max_iterations": 1, "max_strategy_iterations": 5,
             "max_research_iterations": 3}  # fmt: skip
    part = client.get("/strategies/new/estimate/", asked).text
    assert "about 11 calls to the models" in part
    assert "CRIVO_LLM_BUDGET" not in part
    wrong = client.get("/strategies/new/estimate/", asked | {"max_iterations": "-1"}).text
    assert "calls to the models" not in wrong


def test_the_page_says_nothing_without_a_model(ana: Any, client: Any) -> None:
    client.force_login(ana)
    assert "estimate" not in client.get("/strategies/new/?ticker=AAPL").text


def test_who_starts_what_may_end_early_is_warned_and_it_starts(
    model: Any, ana: Any, client: Any
) -> None:
    client.force_login(ana)
    model.LLM_MAX_CALLS = 5
    asked = {"ticker": "AAPL", "objective": "momentum", "language": "en", "max_iterations": "3",
             "max_strategy_iterations": "2", "max_research_iterations": "1", "variants": "3",
             "seed": "7", "profile": "classic", "memory": "none"}  # fmt: skip
    page = client.post("/strategies/new/", asked, follow=True).text
    assert Strategy.objects.count() == 1
    assert "it will probably stop early" in page
