"""The boundary to a server: whatever it sends, an attempt ends with a name and is settled."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial

import pytest

from config.llm.abilities import JSON_SCHEMA, Abilities, SchemaPrompt, Server
from config.llm.addresses import Reach
from config.llm.answers import AttemptOutcome
from config.llm.attempts import Ask, Attempts, Conversation
from config.llm.provider import Provider
from config.llm.redaction import Redactor
from config.llm.reply import CONTENT
from tests.llm.envelopes import envelopes
from tests.llm.server import Asked, FaultServer, Response

from .helpers import GOOD, HERE, PROMPT, Verdict, ask, memory, provider

CASES = 5_000


def test_no_envelope_raises_or_leaves_a_call_reserved() -> None:
    store = memory(calls=2 * CASES, tokens=10**12, cost="1000000")
    bodies = envelopes(GOOD, CASES)
    question = SchemaPrompt(PROMPT, Verdict)

    async def none(*_made: object) -> AttemptOutcome:
        raise AssertionError("attempts are made below")

    server_ = Server(Abilities())
    any_ = Provider("p", "http://127.0.0.1/v1", "m")
    conversation = Conversation(none, question, Verdict, None, provider=any_, server=server_)
    judge = partial(conversation._judged, CONTENT)
    request = question.request(JSON_SCHEMA)

    async def go() -> list[AttemptOutcome]:
        attempts = Attempts(store, Reach(HERE))
        once = Ask(question.messages(JSON_SCHEMA), request, 500)
        found = [await attempts.make(here, "node", PROMPT, once, judge) for _ in range(CASES)]
        await attempts.aclose()
        return found

    with FaultServer(always="custom") as server:
        server.respond = lambda asked: next(bodies)
        here = provider(server)
        found = asyncio.run(go())

    outcomes = Counter(store.outcomes)
    assert len(found) == CASES == sum(outcomes.values())
    assert "reserved" not in outcomes
    assert "interrupted" not in outcomes
    assert outcomes["ok"] > CASES / 20  # not all changes do harm
    assert {"garbage", "invalid", "bad_request", "rate_limited", "no_credit"} < set(outcomes)
    assert all(isinstance(outcome.value, Verdict) for outcome in found if not outcome.failure)


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 12.0, "completion_tokens": 7.5}, (12, 8)),
        ({"prompt_tokens": "12", "completion_tokens": "7.2"}, (12, 8)),
        ({"input_tokens": 12, "output_tokens": 8}, (12, 8)),
    ],
)
def test_figures_of_any_form_are_read_and_rounded_up(
    usage: object, tokens: tuple[int, int]
) -> None:
    store = memory()
    with FaultServer(GOOD, always="custom") as server:
        server.respond = lambda asked: Response(server.completion(asked) | {"usage": usage})
        ask(provider(server), store)

    (settled,) = store.settled.values()
    assert (settled.tokens, settled.estimated) == (tokens, False)


@pytest.mark.parametrize(
    "usage",
    [None, "n/a", [], {}, {"prompt_tokens": "n/a", "completion_tokens": None}, {"total_tokens": 9},
     {"prompt_tokens": True, "completion_tokens": float("nan")}],
)  # fmt: skip
def test_figures_that_cannot_be_read_are_estimated_and_said_to_be(usage: object) -> None:
    store = memory()
    with FaultServer(GOOD, always="custom") as server:
        server.respond = lambda asked: Response(server.completion(asked) | {"usage": usage})
        ask(provider(server), store)

    (call,), (settled,) = store.calls.values(), store.settled.values()
    assert settled.estimated
    assert 0 < settled.tokens.received < call.tokens.received


def test_a_reader_that_breaks_is_an_outcome_and_the_next_model_answers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A check of an agent that no answer should break, and one does."""

    def check(verdict: Verdict) -> str:
        if verdict.why == "it breaks":
            raise KeyError("secret text of the answer")
        return ""

    store = memory()
    with FaultServer({**GOOD, "why": "it breaks"}) as odd, FaultServer(GOOD) as sound:
        first, second = provider(odd, order=1), provider(sound, name="b", model="b", order=2)
        answered = ask([first, second], store, check=check)

    assert answered.model == "b"
    assert set(store.outcomes) == {"garbage", "ok"}
    assert "KeyError" in store.settled[1].error
    assert "KeyError check:" in caplog.text
    assert "secret text" not in caplog.text + repr(store.settled)


def test_levels_without_end_are_refused() -> None:
    store = memory()
    for levels in (120, 300, 450, 600, 800, 5_000):
        nested = '{"status": "approved", "why": ' + "[" * levels + "]" * levels + "}"
        with FaultServer() as server, FaultServer(GOOD) as sound:
            server.answer = nested
            second = provider(sound, name="b", model="b", order=2)
            assert ask([provider(server, order=1), second], store).model == "b"

    assert "reserved" not in store.outcomes


def deep(asked: Asked) -> Response:
    return Response(b'{"choices": ' + b"[" * 700 + b"]" * 700 + b"}")


def test_an_envelope_of_levels_without_end_is_refused() -> None:
    store = memory()
    with FaultServer(always="custom") as server, FaultServer(GOOD) as sound:
        server.respond = deep
        second = provider(sound, name="b", model="b", order=2)
        assert ask([provider(server, order=1), second], store).model == "b"

    assert store.outcomes == ["garbage"] * 3 + ["ok"]


def test_the_key_is_no_part_of_a_redactors_text() -> None:
    assert "sk-planted" not in repr(Redactor("sk-planted-9f3b1c77d2"))
