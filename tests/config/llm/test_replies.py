"""Envelopes and errors as servers write them: where the answer, the figures and the reasons are."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from config.llm import faults
from config.llm.abilities import Abilities, SchemaPrompt, Server
from config.llm.answers import AttemptOutcome, Received
from config.llm.attempts import Conversation
from config.llm.provider import Provider
from config.llm.redaction import NO_KEY
from config.llm.reply import CONTENT
from config.llm.retry import asked_wait

from .helpers import GOOD, PROMPT, Verdict

SERVER = Provider("here", "http://127.0.0.1/v1", "model-1")
TEXT = json.dumps(GOOD)
DRAFT = json.dumps({"status": "rejected", "why": "a draft"})
FIGURES = {"prompt_tokens": 12, "completion_tokens": 8}


async def none(*_made: object) -> AttemptOutcome:
    raise AssertionError("nobody is asked")


def outcome(
    body: Any, status: int = 200, headers: dict[str, str] | None = None, kind: str = "json"
) -> AttemptOutcome:
    """What is read of a response to a question."""
    sent = body if isinstance(body, str) else json.dumps(body)
    received = Received(
        status, {"content-type": f"application/{kind}", **(headers or {})}, sent.encode()
    )
    question = SchemaPrompt(PROMPT, Verdict)
    conversation = Conversation(
        none, question, Verdict, None, provider=SERVER, server=Server(Abilities())
    )
    judge = partial(conversation._judged, CONTENT)
    return judge(faults.outcome_of(received, SERVER, 1_000), NO_KEY)


def message(**fields: Any) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", **fields}, "finish_reason": "stop"}]}


def choice(**fields: Any) -> dict[str, Any]:
    return {"finish_reason": "stop", **fields}


def call(**fields: Any) -> dict[str, Any]:
    return message(content=None, tool_calls=[fields])


USED: dict[str, dict[str, Any]] = {
    "the first of several is empty": {"choices": [
        choice(message={"content": ""}), choice(message={"content": TEXT})]},
    "the first of several is words": {"choices": [
        choice(message={"content": "Well."}), choice(message={"content": TEXT})]},
    "several, out of order": {"choices": [
        choice(index=1, message={"content": DRAFT}), choice(index=0, message={"content": TEXT})]},
    "choices by number": {"choices": {"0": choice(message={"content": TEXT})}},
    "a message in a list": {"choices": [choice(message=[{"content": TEXT}])]},
    "all of a talk": {"choices": [choice(messages=[{"content": DRAFT}, {"content": TEXT}])]},
    "a gateway's envelope": {"code": 0, "data": message(content=TEXT)},
    "a result": {"result": {"response": TEXT}, "success": True, "errors": []},
    "a text alone": {"model": "m", "response": TEXT, "done": True},
    "parts alone": {"type": "message", "content": [{"type": "text", "text": TEXT}]},
    "toolCalls": message(toolCalls=[{"function": {"arguments": TEXT}}]),
    "tool_call": message(tool_call={"function": {"arguments": TEXT}}),
    "calls as a text": message(tool_calls=json.dumps([{"function": {"arguments": TEXT}}])),
    "args": call(function={"name": "a", "args": GOOD}),
    "input": call(type="tool_use", name="a", input=GOOD),
    "arguments in a list": call(function={"arguments": [GOOD]}),
    "arguments twice a text": call(function={"arguments": json.dumps(TEXT)}),
    "a part that is a call": message(content=[{"type": "tool_use", "name": "a", "input": GOOD}]),
    "a part of Gemini's": message(content=[{"functionCall": {"name": "a", "args": GOOD}}]),
    "a part of JSON": message(content=[{"type": "json", "json": GOOD}]),
    "an object in a list": message(content=[GOOD]),
    "a part alone": message(content={"type": "text", "text": TEXT}),
    "no refusal in a part": message(
        content=[{"type": "text", "text": TEXT}, {"type": "refusal", "refusal": None}]),
    "a word for no refusal": message(content=TEXT, refusal="null"),
}  # fmt: skip


@pytest.mark.parametrize("name", USED)
def test_the_answer_is_found_in_any_envelope(name: str) -> None:
    found = outcome(USED[name])
    assert found.failure is None, found.failure
    assert found.value == Verdict.model_validate(GOOD)


COUNTED: dict[str, dict[str, Any]] = {
    "other names": {"usage": {"promptTokens": "12", "completionTokens": 7.5}},
    "thousands": {"usage": {"prompt_tokens": "12", "completion_tokens": "8"}},
    "a text of JSON": {"usage": json.dumps(FIGURES)},
    "a list of one": {"usage": [FIGURES]},
    "Gemini's": {"usageMetadata": {"promptTokenCount": 12, "candidatesTokenCount": 8}},
    "Groq's": {"usage": None, "x_groq": {"usage": FIGURES}},
    "in the choice": {"choices": [choice(message={"content": TEXT}, usage=FIGURES)]},
}


@pytest.mark.parametrize("name", COUNTED)
def test_tokens_are_found_wherever_they_are_counted(name: str) -> None:
    found = outcome({**message(content=TEXT), **COUNTED[name]})
    assert (found.value, found.tokens) == (Verdict.model_validate(GOOD), (12, 8))


def test_thousands_may_be_set_apart() -> None:
    usage = {"prompt_tokens": "1,234", "completion_tokens": 8}
    assert outcome({**message(content=TEXT), "usage": usage}).tokens == (1_234, 8)


ENDS = {
    "max_tokens": "truncated", "MAX_TOKENS": "truncated", "model_length": "truncated",
    "SAFETY": "refused", "refusal": "refused", "sensitive": "refused",
    "error": "server_error", "insufficient_system_resource": "server_error",
}  # fmt: skip


@pytest.mark.parametrize("word", ENDS)
def test_an_end_is_known_by_any_of_its_names(word: str) -> None:
    said = TEXT[:20] if ENDS[word] == "truncated" else ""
    found = outcome({"choices": [{"message": {"content": said}, "finish_reason": word}]})
    assert found.failure is not None
    assert found.failure.code == ENDS[word]


def test_a_part_may_be_a_refusal() -> None:
    found = outcome(message(content=[{"type": "refusal", "refusal": "I cannot."}]))
    assert found.failure is not None
    assert (found.failure.code, found.failure.values["said"]) == ("refused", "I cannot.")


LIMIT = {"code": 429, "message": "slow down"}
FAULTS: dict[str, tuple[Any, int, str, str]] = {
    # a body, its status, the outcome, what is said
    "errors in a list": ({"errors": [LIMIT]}, 200, "rate_limited", "slow down"),
    "an error in a list": ({"error": [LIMIT]}, 200, "rate_limited", "slow down"),
    "an error of the message": (message(content=None, error=LIMIT), 200, "rate_limited", "slow"),
    "no envelope but the error": (LIMIT, 200, "rate_limited", "slow down"),
    "a detail": ({"detail": "the model is loading"}, 200, "loading", "loading"),
    "no success": ({"success": False, "error": "invalid api key"}, 200, "unauthorized", ""),
    "DashScope": ({"code": "Throttling.RateQuota", "message": "x"}, 200, "rate_limited", "x"),
    "MiniMax": ({"base_resp": {"status_code": 1008, "status_msg": "insufficient balance"},
                 "choices": None}, 200, "no_credit", "insufficient balance"),
    "JSON in a text": ({"error": {"message": json.dumps({"error": LIMIT}), "code": 500}},
                       200, "rate_limited", "slow down"),
    "a status in words": ({"error": "Error code: 429 - slow"}, 500, "rate_limited", "slow"),
    "LiteLLM": ({"error": {"message": "litellm.RateLimitError: " + json.dumps({"error": LIMIT})}},
                500, "rate_limited", "slow down"),
    "a provider behind it": (
        {"error": {"message": "Provider returned error", "code": 400,
                   "metadata": {"raw": "temperature is not supported"}}},
        400, "bad_request", "Provider returned error: temperature is not supported"),
    "a page": ("<!DOCTYPE html><html><style>p {}</style><h1>502 Bad Gateway</h1>try &amp; wait",
               502, "server_error",
               "502 Bad Gateway try & wait"),
    "credit in words": ({"error": {"message": "You have run out of credits"}}, 429, "no_credit",
                        "credits"),
    "credit, and a wait": ({"error": {"message": "Insufficient quota, retry in 2s"}}, 429,
                           "rate_limited", "(2 s)"),
    "a key in words": ({"error": {"message": "API key not valid."}}, 400, "unauthorized", ""),
    "errors in errors": ({"error": {"error": {"error": LIMIT}}}, 500, "rate_limited", "slow down"),
    "errors without end": ('{"error":' * 90 + "1" + "}" * 90, 500, "server_error", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_known_in_any_form(name: str) -> None:
    body, status, code, said = FAULTS[name]
    failure = outcome(body, status).failure
    assert failure is not None
    assert failure.code == code
    assert said in str(failure.values.get("said", ""))


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("5s", 5.0), ("5 seconds", 5.0), ("1m30s", 90.0), ("500ms", 0.5), ("PT5S", 5.0),
     ("5, 5", 5.0), ("1767268860", 60.0), ("1767268860000", 60.0)],
)  # fmt: skip
def test_a_wait_may_have_units_or_be_a_moment(value: str, seconds: float) -> None:
    assert asked_wait(value, datetime(2026, 1, 1, 12, 0, tzinfo=UTC)) == seconds


@pytest.mark.parametrize(
    "body",
    [{"error": {"message": "slow", "retry_after": 3}},
     {"message": "slow", "retry_after": "3s"},
     {"error": {"message": "slow", "details": [{"retryDelay": "3s"}]}},
     {"error": "Limite atingido. Tente novamente em 3 segundos."}],
)  # fmt: skip
def test_a_wait_may_stand_in_the_body(body: Any) -> None:
    assert outcome(body, 429).retry_after == 3.0
