"""What a trace tells of a run, and of its attempts at a model."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import pytest

from config.llm.errors import BudgetExceeded
from config.llm.provider import Budget, Tokens
from config.llm.store import TEXT, Call, SettledAttempt, TracedStore
from config.llm.tracing import Began, Ended, Trace
from tests.llm.memory_store import MemoryStore

Told = list[Began | Ended]
SAID = [{"role": role, "content": "x" * 50_000} for role in ("system", "user")]
CALL = Call("judge", "verdict", "c" * 64, "m", Tokens(1, 1), Decimal(0), SAID)
GOOD = SettledAttempt("ok", Tokens(1, 1), Decimal(0), 0.1, text="y" * 50_000)


def traced() -> tuple[Trace, Told]:
    told: Told = []
    return Trace(told.append, "seed", "refinement", {"run": 7}), told


def began(told: Told) -> dict[str, Began]:
    return {each.name: each for each in told if isinstance(each, Began)}


def ended(told: Told) -> dict[int, Ended]:
    return {each.span: each for each in told if isinstance(each, Ended)}


class TestTrace:
    def test_a_step_that_is_one_of_several_has_a_span_in_its_node(self) -> None:
        trace, told = traced()
        for name in ("agent a", "agent b"):
            with trace.step("swarm", 1, name):
                pass
        spans = began(told)
        assert [each.kind for each in spans.values()] == ["run", "node", "step", "step"]
        assert spans["agent a"].parent == spans["agent b"].parent == spans["swarm"].span

    def test_a_node_that_comes_again_has_a_span_each_time(self) -> None:
        trace, told = traced()
        for iteration in range(2):
            with trace.step("judge", iteration, ""):
                pass
            trace.node_done("judge")
        assert [each.name for each in told if isinstance(each, Began)].count("judge") == 2

    def test_what_begins_in_a_step_belongs_to_it_side_by_side(self) -> None:
        trace, told = traced()

        async def step(item: str) -> None:
            with trace.step("swarm", 1, item):
                await asyncio.sleep(0)
                trace.begin("generation", f"call of {item}", {}, "swarm")

        async def both() -> None:
            await asyncio.gather(step("a"), step("b"))

        asyncio.run(both())
        spans = began(told)
        assert spans["call of a"].parent == spans["a"].span
        assert spans["call of b"].parent == spans["b"].span

    def test_a_failed_step_says_so_and_goes_on_failing(self) -> None:
        trace, told = traced()
        with pytest.raises(ZeroDivisionError), trace.step("swarm", 1, "agent"):
            _one = 1 / 0
        assert ended(told)[began(told)["agent"].span].fault == "failed"

    def test_the_end_of_a_run_is_the_end_of_all(self) -> None:
        trace, told = traced()
        with trace.step("judge", 0, ""):
            pass
        trace.close("cancelled")
        spans = began(told).values()
        assert {span.span for span in spans} == set(ended(told))
        assert {each.fault for each in ended(told).values()} == {"cancelled"}

    def test_whoever_takes_a_run_up_goes_on_in_its_trace(self) -> None:
        assert traced()[1][0].trace == traced()[1][0].trace
        other: Told = []
        Trace(other.append, "another seed", "refinement", {})
        assert other[0].trace != traced()[1][0].trace


def attempt(texts: bool) -> dict[str, object]:
    """All that is told of one attempt."""
    trace, told = traced()
    store = TracedStore(MemoryStore(Budget(1, 1_000, Decimal(1))), trace, texts=texts)

    async def go() -> None:
        await store.settle(await store.reserve(CALL), GOOD)

    asyncio.run(go())
    generation = began(told)["verdict"]
    return {**generation.facts, **ended(told)[generation.span].facts}


def test_of_an_attempt_no_text_is_told() -> None:
    assert {"input", "output"}.isdisjoint(attempt(texts=False))


def test_texts_that_are_asked_for_are_cut() -> None:
    facts = attempt(texts=True)
    assert facts["output"] == "y" * TEXT
    assert facts["input"] == [{**part, "content": "x" * (TEXT // 2)} for part in SAID]


def test_an_attempt_that_the_budget_forbids_is_none() -> None:
    trace, told = traced()
    store = TracedStore(MemoryStore(Budget(0, 0, Decimal(0))), trace)
    with pytest.raises(BudgetExceeded):
        asyncio.run(store.reserve(CALL))
    assert list(began(told)) == ["refinement"]


def test_a_question_that_no_model_answered_is_told() -> None:
    trace, told = traced()
    store = TracedStore(MemoryStore(Budget(1, 1, Decimal(1))), trace)
    asyncio.run(store.note_unanswered("judge", "verdict", "no model"))
    span = began(told)["verdict (unanswered)"].span
    assert ended(told)[span].fault == "unanswered"
