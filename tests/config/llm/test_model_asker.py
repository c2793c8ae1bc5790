from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from config.llm.errors import BudgetExceeded, ModelFailed
from config.llm.model_asker import ModelAsker
from config.llm.provider import Provider, cost
from tests.llm.memory_store import MemoryStore
from tests.llm.server import Asked, FaultServer, Response
from tests.processes import CEILING

from .helpers import GOOD, HERE, PROMPT, QUICK, Verdict, ask, memory, provider


def test_an_answer_is_validated_and_accounted_for() -> None:
    store = memory()
    with FaultServer(GOOD) as server:
        here = provider(server)
        answered = ask(here, store)

    (call,), (settled,) = store.calls.values(), store.settled.values()
    assert answered == (Verdict(status="approved", why="it holds"), "model-1", False)
    assert (call.node, call.prompt, call.prompt_hash) == ("node", "verdict", "a" * 64)
    assert (settled.outcome, settled.cost) == ("ok", cost(here, settled.tokens))
    assert settled.seconds > 0
    assert '"chat.completion"' in settled.raw


@pytest.mark.parametrize(
    ("honours", "unknown", "asked"),
    [
        (["json_schema"], "refuse", ["json_schema"]),
        (["json_schema"], "ignore", ["json_schema"]),
        (["function"], "refuse", ["json_schema", "function"]),
        (["function"], "ignore", ["json_schema", "function"]),
        (["json_object"], "refuse", ["json_schema", "function", "json_object"]),
        (["json_object"], "ignore", ["json_schema", "function", "json_object"]),
    ],
)
def test_strategies_are_tried_until_one_is_understood(
    honours: list[str], unknown: str, asked: list[str]
) -> None:
    with FaultServer(GOOD, honours=tuple(honours), unknown=unknown) as server:
        assert ask(provider(server), memory()).value.status == "approved"
        assert [each.strategy for each in server.asked] == asked


def test_a_strategy_that_was_understood_is_the_first_next_time() -> None:
    with FaultServer(GOOD, honours=("function",)) as server:
        ask(provider(server), memory(), times=3)
        strategies = [each.strategy for each in server.asked]

    assert strategies == ["json_schema", "function", "function", "function"]


def test_the_schema_is_in_the_prompt_only_when_nothing_else_carries_it() -> None:
    with FaultServer(GOOD, honours=("json_object",)) as server:
        ask(provider(server), memory())
        held = ["JSON schema" in each.text for each in server.asked]

    assert held == [False, False, True]


def test_an_answer_that_fits_no_schema_is_mended_in_one_round() -> None:
    store = memory()
    with FaultServer(GOOD) as server:
        server.plan("wrong_schema", "wrong_schema", "wrong_schema", "ok")
        assert ask(provider(server), store).value.status == "approved"
        last = server.asked[-1]

    assert store.outcomes == ["invalid", "invalid", "invalid", "ok"]
    assert [message["role"] for message in last.body["messages"]] == [
        "system", "user", "assistant", "user",
    ]  # fmt: skip
    assert "status: Field required" in last.user


def test_an_answer_that_is_not_accepted_is_mended_without_another_strategy() -> None:
    answers = iter([GOOD, {"status": "rejected", "why": "on reflection"}])
    store = memory()
    with FaultServer(lambda asked: next(answers)) as server:
        answered = ask(
            provider(server),
            store,
            check=lambda verdict: "say rejected" if verdict.status == "approved" else "",
        )
        assert "say rejected" in server.asked[-1].user

    assert answered.value.status == "rejected"
    assert store.outcomes == ["unfit", "ok"]


def test_an_answer_that_is_never_accepted_fails_the_model() -> None:
    store = memory()
    with FaultServer(GOOD) as server, pytest.raises(ModelFailed, match="not accepted: no good"):
        ask(provider(server), store, check=lambda verdict: "no good")

    assert store.outcomes == ["unfit", "unfit"]


def test_a_cut_answer_is_asked_for_once_more_with_twice_the_limit() -> None:
    with FaultServer(GOOD) as server:
        server.plan("truncated")
        ask(provider(server, max_tokens=300), memory())
        limits = [each.limit for each in server.asked]

    assert limits == [300, 600]


def test_an_agent_asks_only_its_models() -> None:
    store = memory()
    with FaultServer(GOOD) as server:
        for_others = provider(server, name="a", model="others", agents=("structurer",))
        for_all = provider(server, name="b", model="all", order=1)
        answered = ask([for_others, for_all], store, agent="judge")
        with pytest.raises(ModelFailed, match="no model is configured for judge"):
            ask(for_others, store, agent="judge")

    assert answered.model == "all"


def test_a_call_that_could_go_over_the_budget_is_not_made() -> None:
    with FaultServer({"status": "approved", "why": "x" * 2_000}) as server:
        here = provider(server, max_tokens=1_000)
        for store in (memory(calls=2), memory(tokens=2_300), memory(cost="0.0045")):
            began = len(server.asked)
            with pytest.raises(BudgetExceeded):
                ask(here, store, times=9, cache=False)
            made = len(server.asked) - began
            assert 0 < made == len(store.calls) < 9
            assert store.spent.tokens <= store.budget.max_tokens
            assert store.spent.cost <= store.budget.max_cost_usd


def test_a_budget_is_not_exceeded_by_calls_side_by_side() -> None:
    store = memory(calls=7)

    async def go() -> list[object]:
        async with ModelAsker([here], store, rules=HERE, cache=False) as asker:
            asks = [
                asker.ask(agent="judge", node=str(n), prompt=PROMPT, schema=Verdict)
                for n in range(15)
            ]
            return await asyncio.gather(*asks, return_exceptions=True)

    with FaultServer(GOOD, latency=0.02) as server:
        here = provider(server, parallel=15)
        answers = asyncio.run(go())
        assert len(server.asked) == 7

    assert sum(isinstance(answer, BudgetExceeded) for answer in answers) == 8


def test_a_cached_answer_makes_no_call_and_is_noted() -> None:
    store = memory()
    with FaultServer(GOOD) as server:
        here = provider(server)
        first = ask(here, store, cache=True)
        second = ask(here, store, cache=True)
        assert len(server.asked) == 1

    assert (first.cached, second.cached) == (False, True)
    assert first.value == second.value
    assert len(store.calls) == 1
    assert store.recalled == [("node", "verdict", "model-1")]


@pytest.mark.parametrize(
    "changed", [{"hash": "b" * 64}, {"user": "Is it bad?"}, {"system": "You praise."}]
)
def test_another_question_is_not_answered_from_the_cache(changed: dict[str, str]) -> None:
    store = memory()
    with FaultServer(GOOD) as server:
        ask(provider(server), store, cache=True)
        ask(provider(server), store, cache=True, prompt=PROMPT._replace(**changed))
        ask(provider(server, model="model-2"), store, cache=True)

    assert len(store.calls) == 3


def test_the_cache_serves_the_fallback_without_asking_the_broken_model_again() -> None:
    store = memory()
    with FaultServer(always="unauthorized") as broken, FaultServer(GOOD) as sound:
        providers = [provider(broken, order=1), provider(sound, name="b", order=2)]
        ask(providers, store, cache=True)
        assert ask(providers, store, cache=True).cached

    assert len(store.calls) == 2


def test_a_kept_answer_that_is_not_accepted_any_more_is_asked_for_again() -> None:
    store = memory()
    with FaultServer(GOOD) as server:
        ask(provider(server), store, cache=True)
        server.answer = {"status": "rejected"}
        answered = ask(
            provider(server),
            store,
            cache=True,
            check=lambda verdict: "no" if verdict.status == "approved" else "",
        )

    assert answered.value.status == "rejected"


def test_no_more_calls_are_under_way_than_the_provider_takes() -> None:
    async def go(parallel: int) -> None:
        here = replace(provider(server), parallel=parallel)
        async with ModelAsker([here], memory(), rules=HERE, cache=False) as asker:
            asks = [
                asker.ask(agent="judge", node=str(n), prompt=PROMPT, schema=Verdict)
                for n in range(12)
            ]
            await asyncio.gather(*asks)

    with FaultServer(GOOD, latency=0.05) as server:
        asyncio.run(go(3))
        assert server.most_at_once == 3


def test_questions_side_by_side_look_once_what_a_server_can_do() -> None:
    looked = []

    class Looking(MemoryStore):
        async def known(self, provider: Provider) -> Mapping[str, Any]:
            looked.append(provider)
            await asyncio.sleep(0)  # others have their turn meanwhile
            return await super().known(provider)

    async def run(here: Provider) -> None:
        async with ModelAsker([here], Looking(memory().budget), rules=HERE) as asker:
            asks = [
                asker.ask(agent="judge", node=str(each), prompt=PROMPT, schema=Verdict)
                for each in range(5)
            ]
            await asyncio.gather(*asks)

    with FaultServer(GOOD) as server:
        here = provider(server)
        asyncio.run(run(here))

    assert looked == [here]


def test_when_the_time_of_a_run_is_over_no_model_is_asked_any_more() -> None:
    store = memory()
    hurried = replace(QUICK, in_all=0.3)
    with FaultServer(GOOD, latency=0.4) as server:
        with pytest.raises(ModelFailed, match=r"the 0\.3 seconds .* are over"):
            ask(provider(server), store, times=3, patience=hurried)
        assert len(server.asked) == 1

    assert store.unanswered[0][:2] == ("node", "verdict")


def test_a_pending_repair_is_asked_for_although_the_other_ways_are_refused() -> None:
    store = memory()

    def respond(asked: Asked) -> Response | str:
        if len(asked.body["messages"]) > 2:
            return "ok"
        refused = Response({"error": "'response_format.type' must be 'json_schema'"}, 400)
        return refused if asked.strategy == "json_object" else "prose"

    with FaultServer(GOOD, always="custom") as server:
        server.respond = respond
        assert ask(provider(server), store).value.status == "approved"

    assert store.outcomes == ["invalid", "invalid", "bad_request", "ok"]


def test_questions_side_by_side_learn_a_refusal_together() -> None:
    """Each is refused once, at most; none of them takes back what another one learned."""

    def respond(asked: Asked) -> Response | str:
        refused = Response({"error": {"message": "unsupported parameter: max_tokens"}}, 400)
        return refused if "max_tokens" in asked.body else "ok"

    async def go() -> None:
        async with ModelAsker([here], memory(), rules=HERE, cache=False, patience=QUICK) as asker:
            for _round in range(2):
                asks = [
                    asker.ask(agent="judge", node=str(n), prompt=PROMPT, schema=Verdict)
                    for n in range(8)
                ]
                await asyncio.gather(*asks)

    with FaultServer(GOOD, always="custom", latency=0.02) as server:
        server.respond = respond
        here = provider(server, parallel=4)
        asyncio.run(go())
        refused = sum("max_tokens" in asked.body for asked in server.asked)

    assert 1 <= refused <= 8
    assert len(server.asked) == 16 + refused


def test_a_call_that_is_cancelled_counts_in_full() -> None:
    store = memory()

    async def go() -> None:
        async with ModelAsker([here], store, rules=HERE, patience=QUICK) as asker:
            asking = asyncio.create_task(
                asker.ask(agent="judge", node="n", prompt=PROMPT, schema=Verdict)
            )
            while not server.asked:  # noqa: ASYNC110 - it is in a thread
                await asyncio.sleep(0.01)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

    with FaultServer(GOOD, always="hang") as server:
        here = provider(server, max_tokens=700, timeout_seconds=CEILING)
        began = time.monotonic()
        asyncio.run(go())

    assert time.monotonic() - began < 30
    assert store.outcomes == ["interrupted"]
    assert store.spent.tokens > 700
