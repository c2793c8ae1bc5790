"""One contract over both researchers: the built-in swarm, and models beside it on the wire."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

import pytest

from config.llm.addresses import Rules
from config.llm.asker import AgentAsker
from config.llm.model_asker import ModelAsker
from config.llm.provider import Budget, Provider
from config.llm.retry import Patience
from tests.llm.memory_store import MemoryStore
from tests.llm.reading import data_of
from tests.llm.server import FaultServer
from tests.trading.model_analyst.reader import read
from trading.graph.context import NoReadings
from trading.model_analyst.mask import Unmasked
from trading.model_analyst.researcher import ModelResearcher
from trading.research.agents import AGENTS

Ask = Callable[[Callable[[Any], Any]], Any]
NOTHING = {"with_data": 0, "of": 5}


class Inner(NoReadings):
    """A swarm that finds what it is told to."""

    agents: Sequence[str] = tuple(agent.name for agent in AGENTS)
    domains: Sequence[str] = ("technical", "fundamental", "sentiment")

    def focus(self, research_iteration: int, failure: Any) -> dict[str, Any]:
        return {"round": research_iteration}

    async def examine(self, agent: str, focus: Any, language: str) -> list[dict[str, Any]]:
        return [finding(agent)] if agent == "trend" else [finding(agent, status="NO_DATA")]

    async def synthesize(self, domain: str, findings: Any, language: str) -> dict[str, Any]:
        seen = {"with_data": 1, "of": 5} if domain == "technical" else NOTHING
        return {"domain": domain, "coverage": seen, "signal": 0.1, "confidence": 0.2,
                "key_points": [], "contradictions": [], "text": "As it was computed."}  # fmt: skip

    async def lead(self, *_asked: Any) -> dict[str, Any]:
        return {"synthesis": "Nothing.", "confidence": 0.0, "edges": [], "any_significant": False}


def finding(agent: str, *, status: str = "OK", value: float = 0.5) -> dict[str, Any]:
    known = status == "OK"
    figures = ("signal", "confidence", "statistic", "p_value", "p_adjusted", "edge")
    return {"agent": agent, "name": "mean_slope", "status": status, "unit": "%", "n_obs": 100,
            "value": value if known else None, "significant": False,
            "interpretation": "It says nothing.", **dict.fromkeys(figures)}  # fmt: skip


@pytest.fixture
def server() -> Iterator[FaultServer]:
    with FaultServer(read) as running:
        yield running


@pytest.fixture
def ask(server: FaultServer) -> Ask:
    """What the researcher that asks models answers; the connections last for one call."""
    provider = Provider("here", server.url, "model-1", price_in=Decimal(1), price_out=Decimal(2))
    store = MemoryStore(Budget(100, 10**9, Decimal(100)))

    async def called(call: Callable[[Any], Any]) -> Any:
        rules, patience = Rules(private=("127.0.0.1",)), Patience(attempts=1)
        async with ModelAsker([provider], store, rules=rules, cache=False, patience=patience) as it:
            return await call(ModelResearcher(Inner(), AgentAsker(it), Unmasked()))

    return lambda call: asyncio.run(called(call))


@pytest.fixture(params=["builtin", "model"])
def either(request: Any) -> Ask:
    """What each of the two researchers answers."""
    if request.param == "model":
        return request.getfixturevalue("ask")  # type: ignore[no-any-return]
    return lambda call: asyncio.run(call(Inner()))


def test_figures_are_the_built_in_ones(either: Ask) -> None:
    inner = Inner()
    assert either(lambda it: it.examine("trend", {}, "en")) == [finding("trend")]
    sheet = asyncio.run(inner.synthesize("technical", [], "en"))
    assert either(lambda it: it.synthesize("technical", [], "en")) == sheet
    assert either(lambda it: it.lead("", {}, [], "en", 1)) == asyncio.run(inner.lead())


@pytest.mark.parametrize("status", ["NO_DATA", "STALE", "INSUFFICIENT"])
def test_an_agent_without_data_has_no_reading(either: Ask, status: str) -> None:
    found = [finding("news", status=status)]
    assert either(lambda it: it.read_agent("news", found, "en", None)) is None


def test_a_domain_without_data_has_no_reading(either: Ask) -> None:
    sheet = {"domain": "sentiment", "coverage": NOTHING}
    assert either(lambda it: it.read_sheet(sheet, {}, "en", None)) is None


def test_the_same_findings_again_are_not_asked_about(ask: Ask, server: FaultServer) -> None:
    same, other = [finding("trend")], [finding("trend", value=0.7)]
    first = ask(lambda it: it.read_agent("trend", same, "en", None))
    again = ask(lambda it: it.read_agent("trend", same, "en", first))
    assert again == {**first, "carried": True}
    assert len(server.asked) == 1
    assert not ask(lambda it: it.read_agent("trend", other, "en", first))["carried"]
    assert not ask(lambda it: it.read_agent("trend", same, "pt", first))["carried"]
    assert len(server.asked) == 3


def test_a_figure_without_a_value_is_not_sent(ask: Ask, server: FaultServer) -> None:
    ask(lambda it: it.read_agent("trend", [finding("trend") | {"p_value": 0.25}], "en", None))
    (sent,) = json.loads(data_of(server.asked[0])["findings"])
    assert sent == {"name": "mean_slope", "status": "OK", "value": 0.5, "unit": "%", "n_obs": 100,
                    "significant": False, "p_value": 0.25,
                    "interpretation": "It says nothing."}  # fmt: skip


def test_what_failed_is_asked_again(ask: Ask, server: FaultServer) -> None:
    server.always = "unauthorized"
    first = ask(lambda it: it.read_agent("trend", [finding("trend")], "en", None))
    assert first["degraded"]
    server.always = "ok"
    again = ask(lambda it: it.read_agent("trend", [finding("trend")], "en", first))
    assert (again["degraded"], again["carried"], again["judge"]) == (False, False, "model-1")


@pytest.mark.parametrize(
    "answer",
    [
        {"points": [], "caution": "Only one history."},
        {"points": [{"finding": "made_up", "text": "It is there."}], "caution": "One history."},
        {"points": [{"finding": "mean_slope", "text": "It <b>is</b> there."}], "caution": "One."},
        {"points": [{"finding": "mean_slope", "text": "A tendência não se manteve em nada."}],
         "caution": "É uma só história, e com poucos dados."},
    ],
    ids=["nothing", "unknown finding", "markup", "other language"],
)  # fmt: skip
def test_an_answer_that_does_not_fit_is_none(ask: Ask, server: FaultServer, answer: Any) -> None:
    server.answer = answer
    told = ask(lambda it: it.read_agent("trend", [finding("trend")], "en", None))
    assert told["degraded"]
    assert "usable reading of trend" in told["note"]


def test_a_prompt_holds_no_reference_to_the_data(ask: Ask, server: FaultServer) -> None:
    found = finding("trend") | {"data_ref": {"sha256": "ab", "from": "2001-02-03"}, "params": {}}
    ask(lambda it: it.read_agent("trend", [found], "en", None))
    assert "2001" not in server.asked[0].text
