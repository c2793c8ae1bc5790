"""Each way in which a server can fail, once, over the real wire."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest

from config.llm.answers import AttemptOutcome
from config.llm.attempts import settled
from config.llm.errors import CallFailed, ModelFailed
from config.llm.provider import Provider, Tokens
from config.llm.store import Call
from tests.llm.server import FaultServer
from tests.processes import CEILING

from .helpers import GOOD, ask, memory, provider

# What is tried again, and then answered.
MENDED = {
    "rate_limited": ["rate_limited", "ok"],
    "rate_limited_bare": ["rate_limited", "ok"],
    "server_error": ["server_error", "ok"],
    "overloaded": ["server_error", "ok"],
    "hang": ["timeout", "ok"],
    "drip": ["timeout", "ok"],
    "reset": ["connection", "ok"],
    "reset_midway": ["connection", "ok"],
    "garbage": ["garbage", "ok"],
    "broken_json": ["garbage", "ok"],
    "null_choices": ["garbage", "ok"],
    "no_choices": ["garbage", "ok"],
    "zipped": ["garbage", "ok"],
    "truncated": ["truncated", "ok"],
    "prose": ["invalid", "ok"],
    "empty": ["invalid", "ok"],
    "wrong_schema": ["invalid", "ok"],
    "no_usage": ["ok"],
    "absurd_usage": ["ok"],
    "injected": ["ok"],
}
# What no second try would mend: the next model is asked at once.
FINAL = {
    "bad_request": "bad_request",
    "unauthorized": "unauthorized",
    "forbidden": "unauthorized",
    "not_found": "not_found",
    "quota": "no_credit",
    "redirect": "redirected",
    "refusal": "refused",
    "filtered": "refused",
    "huge": "too_large",
}
# What a server that never recovers comes to: all attempts, then the next model.
LASTING = {
    "rate_limited": ["rate_limited"] * 3,
    "server_error": ["server_error"] * 3,
    "reset": ["connection"] * 3,
    "garbage": ["garbage"] * 3,
    "truncated": ["truncated"] * 2,
    "prose": ["invalid"] * 4,
    "wrong_schema": ["invalid"] * 4,
}


@pytest.mark.parametrize("fault", MENDED)
def test_a_fault_that_passes_leads_to_an_answer(fault: str) -> None:
    store = memory()
    patience = 2 if MENDED[fault][0] == "timeout" else CEILING
    with FaultServer(GOOD) as server:
        server.plan(fault)
        answered = ask(provider(server, timeout_seconds=patience), store)

    assert answered.value.status == "approved"
    assert store.outcomes == MENDED[fault]


@pytest.mark.parametrize("fault", FINAL)
def test_a_fault_that_stays_fails_at_once(fault: str) -> None:
    store = memory()
    with FaultServer(GOOD, always=fault) as server, pytest.raises(ModelFailed) as failed:
        ask(provider(server), store)

    assert store.outcomes == [FINAL[fault]]
    why = failed.value.values["why"]
    assert isinstance(why, CallFailed)
    assert why.code == FINAL[fault]


@pytest.mark.parametrize("fault", LASTING)
def test_a_server_that_never_recovers_is_left_after_a_bound(fault: str) -> None:
    store = memory()
    with FaultServer(GOOD, always=fault) as server, pytest.raises(ModelFailed):
        ask(provider(server), store)

    assert store.outcomes == LASTING[fault]


def test_the_next_model_answers_when_the_first_does_not() -> None:
    store = memory()
    with FaultServer(always="unauthorized") as broken, FaultServer(GOOD) as sound:
        first = provider(broken, name="a", model="first", order=1)
        second = provider(sound, name="b", model="second", order=2)
        answered = ask([second, first], store)

    assert answered.model == "second"
    assert store.outcomes == ["unauthorized", "ok"]


def test_it_waits_as_long_as_the_server_asks() -> None:
    with FaultServer(GOOD) as server:
        server.retry_after = "0.6"
        server.plan("rate_limited")
        began = time.monotonic()
        ask(provider(server), memory())

    assert 0.6 <= time.monotonic() - began < 30


def test_a_server_that_asks_for_too_long_a_wait_is_left_at_once() -> None:
    store = memory()
    with FaultServer(GOOD, always="rate_limited") as server:
        server.retry_after = "3600"
        with pytest.raises(ModelFailed, match="3600 seconds"):
            ask(provider(server), store)

    assert store.outcomes == ["rate_limited"]


def test_a_slow_drip_is_cut_off_at_the_time_out() -> None:
    """A reply that is waited for to its end is a good one."""
    with (
        FaultServer(GOOD, always="drip") as server,
        pytest.raises(ModelFailed, match="no answer within"),
    ):
        ask(provider(server, timeout_seconds=0.3), memory())


def test_a_redirect_is_not_followed() -> None:
    with FaultServer(GOOD, always="redirect") as server, FaultServer(GOOD) as elsewhere:
        server.location = f"{elsewhere.url}/chat/completions"
        with pytest.raises(ModelFailed, match="sends elsewhere"):
            ask(provider(server), memory())
        assert elsewhere.asked == []


def test_a_server_that_is_not_there_costs_nothing() -> None:
    store = memory()
    with FaultServer(GOOD) as gone:
        away = provider(gone)
    with pytest.raises(ModelFailed, match="the connection failed"):
        ask(away, store)

    assert store.outcomes == ["connection"] * 3
    assert store.spent.tokens == 0


def test_what_may_have_been_charged_for_counts_in_full() -> None:
    """Nobody knows what a call that timed out cost: as much as was reserved for it."""
    store = memory()
    with FaultServer(GOOD, always="hang") as server, pytest.raises(ModelFailed):
        ask(provider(server, timeout_seconds=0.2, max_tokens=500), store)

    assert [settled.tokens for settled in store.settled.values()] == [
        call.tokens for call in store.calls.values()
    ]
    assert store.spent.tokens > 3 * 500


def test_reports_beyond_belief_are_bounded() -> None:
    store = memory()
    with FaultServer(GOOD, always="absurd_usage") as server:
        ask(provider(server), store)

    reserved, settled = store.calls[1].tokens, store.settled[1]
    assert settled.tokens == (reserved.sent, 4 * reserved.received)
    assert "1000000000000000 out, which cannot be" in settled.doubt


def test_a_report_that_can_be_is_counted_though_it_is_more_than_was_reserved() -> None:
    """A tokenizer of one token a byte, say."""
    call = Call("n", "p", "h", "m", Tokens(100, 50), Decimal(0))
    told = settled(
        Provider("", "", "m"), call, AttemptOutcome(text="{}", tokens=Tokens(200, 60)), 0.1
    )
    assert (told.tokens, told.doubt) == ((200, 60), "")


def test_a_huge_answer_is_not_read_to_its_end() -> None:
    store = memory()
    with FaultServer(GOOD, always="huge") as server, pytest.raises(ModelFailed):
        ask(provider(server), store)

    assert len(store.settled[1].raw) <= 100_000
