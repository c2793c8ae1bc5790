"""What refusals of real servers teach, and what they do not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from config.llm.abilities import (
    FUNCTION,
    JSON_OBJECT,
    JSON_SCHEMA,
    PLAIN,
    Abilities,
    Server,
    learned,
    room,
)
from config.llm.repair import ServerError

NEW = Abilities()
LIMIT = 2_000
REFUSALS: list[tuple[str, str, dict[str, Any]]] = [
    # OpenAI, Azure
    (("Unsupported parameter: 'max_tokens' is not supported with this model. Use"
     " 'max_completion_tokens' instead."), "max_tokens", {"names": ("max_tokens",)}),
    ("Unrecognized request argument supplied: max_tokens", "", {"names": ("max_tokens",)}),
    (("Unsupported value: 'temperature' does not support 0 with this model. Only the default (1)"
     " value is supported."), "temperature", {"temperature": False}),
    ("Unsupported parameter: 'temperature' is not supported with this model.", "",
     {"temperature": False}),
    (("max_tokens is too large: 2000. This model supports at most 1024 completion tokens, whereas"
     " you provided 2000."), "max_tokens", {"most": 1024}),
    ("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
     "response_format", {"ways": (JSON_SCHEMA,)}),
    ("Invalid schema for response_format 'ReadAnswer': 'additionalProperties' is required.",
     "response_format", {"ways": (JSON_SCHEMA,)}),
    ("Unsupported value: 'messages[0].role' does not support 'system' with this model.",
     "messages[0].role", {"system": False}),
    # FastAPI
    ("max_tokens: Extra inputs are not permitted", "max_tokens", {"names": ("max_tokens",)}),
    ("response_format.type: Input should be 'text' or 'json_object'", "response_format.type",
     {"ways": (JSON_SCHEMA,)}),
    # DeepSeek, Alibaba, Mistral
    ("This response_format type is unavailable now", "", {"ways": (JSON_SCHEMA,)}),
    ("deepseek-reasoner does not support this tool_choice", "", {"ways": (JSON_SCHEMA,)}),
    ("Invalid max_tokens value, the valid range of max_tokens is [1, 1024]", "", {"most": 1024}),
    ("<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 1,024]", "",
     {"most": 1024}),
    ("max_tokens must be less than or equal to 1024", "", {"most": 1024}),
    ("`max_tokens` (2000) must be <= 1024 for model meta-llama/Llama-3.1-8B-2407", "",
     {"most": 1024}),
    # TGI, vLLM, llama.cpp, Gemma, Gemini
    ("Input validation error: `temperature` must be strictly positive", "", {"temperature": False}),
    ("System role not supported", "", {"system": False}),
    ("Conversation roles must alternate user/assistant/user/assistant/...", "", {"system": False}),
    ("After the optional system message, conversation roles must alternate user/assistant", "",
     {"system": False}),
    ("Developer instruction is not enabled for models/gemma-3-27b-it", "", {"system": False}),
    ("Only user, assistant, tool and function roles are supported, got system.", "",
     {"system": False}),
    ("Unexpected role 'system' after role 'user'", "", {"system": False}),
    ("'json_object' is not supported: use \"json_schema\" or \"text\"", "",
     {"ways": (JSON_SCHEMA,)}),
    ("Failed to initialize samplers: failed to parse grammar", "", {"ways": (JSON_SCHEMA,)}),
    ("tools param requires --jinja flag", "", {"ways": (JSON_SCHEMA,)}),
    ("\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set", "",
     {"ways": (JSON_SCHEMA,)}),
    # What says nothing
    ("Bad Request", "", {"ways": (JSON_SCHEMA,)}),
    ("Provider returned error", "", {"ways": (JSON_SCHEMA,)}),
    ("", "", {"ways": (JSON_SCHEMA,)}),
]  # fmt: skip
NOTHING = [
    (
        "This model's maximum context length is 4096 tokens. However, your messages resulted in"
        " 5000 tokens (4900 in the messages, 100 in the functions). Please reduce the length."
    ),
    "the request exceeds the available context size. try increasing the context size",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "The model `gpt-9` does not exist or you do not have access to it.",
    "Your organization must be verified to use the model",
    "The model has been decommissioned and is no longer supported.",
]


@pytest.mark.parametrize(("message", "param", "taught"), REFUSALS)
def test_a_refusal_teaches_one_thing(message: str, param: str, taught: dict[str, Any]) -> None:
    complaint = ServerError(message, param=param)
    found = learned(NEW, complaint, JSON_SCHEMA, limit=LIMIT, name="max_tokens", guess=True)

    assert found == replace(NEW, **taught)


@pytest.mark.parametrize("message", NOTHING)
def test_a_refusal_of_the_request_as_such_teaches_nothing(message: str) -> None:
    complaint = ServerError(message)
    assert learned(NEW, complaint, FUNCTION, limit=LIMIT, name="max_tokens", guess=True) == NEW


def test_what_a_server_that_broke_says_is_no_hint_when_it_says_nothing() -> None:
    complaint = ServerError("error")
    assert learned(NEW, complaint, FUNCTION, limit=LIMIT, name="", guess=False) == NEW


def test_a_limit_has_two_names_and_then_none() -> None:
    assert NEW.limit_name("max_tokens") == "max_tokens"
    assert Abilities(names=("max_tokens",)).limit_name("max_tokens") == "max_completion_tokens"
    both = Abilities(names=("max_tokens", "max_completion_tokens"))
    assert both.limit_name("max_tokens") == ""


def test_plain_words_are_the_last_way_and_never_refused() -> None:
    assert NEW.order() == [JSON_SCHEMA, FUNCTION, JSON_OBJECT, PLAIN]
    assert Abilities(ways=(JSON_SCHEMA, JSON_OBJECT)).order() == [FUNCTION, PLAIN]
    assert Abilities(answered=FUNCTION).order()[0] == FUNCTION
    refused = learned(NEW, ServerError("tools"), PLAIN, limit=9, name="", guess=True)
    assert refused == NEW


def test_the_systems_part_goes_to_the_users() -> None:
    said = [{"role": "system", "content": "You judge."}, {"role": "user", "content": "Is it?"}]
    assert NEW.messages(said) == said
    folded = Abilities(system=False).messages(said)
    assert folded == [{"role": "user", "content": "You judge.\n\nIs it?"}]


@pytest.mark.parametrize(
    ("message", "left"),
    [
        (("This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"
         " (3000 in the messages, 2000 in the completion)."), 1096),
        (("'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context"
         " length is 4096 tokens and your request has 3500 input tokens"), 596),
        (("This model's maximum context length is 4096 tokens. However, your messages resulted in"
         " 5000 tokens."), None),
        ("maximum context length is 4096 tokens: 4090 input tokens", None),
    ],
)  # fmt: skip
def test_a_context_may_leave_room_for_a_shorter_answer(message: str, left: int | None) -> None:
    assert room(ServerError(message), LIMIT) == left


def test_a_way_at_which_a_server_broke_twice_is_not_asked_again() -> None:
    server = Server(NEW)
    server.answered(FUNCTION, [JSON_SCHEMA])
    assert server.abilities == Abilities(answered=FUNCTION)
    server.answered(FUNCTION, [JSON_SCHEMA])
    assert server.abilities.ways == (JSON_SCHEMA,)


def test_abilities_are_kept_as_json() -> None:
    known = Abilities(("max_tokens",), (JSON_SCHEMA,), 1024, False, False, FUNCTION)
    assert Abilities.of_json(known.as_json()) == known
    assert Abilities.of_json({}) == Abilities.of_json({"of": "another version"}) == NEW
