from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from config.llm.structured import Unreadable, json_schema, read, unsupported

from .helpers import Verdict


class Free(BaseModel):
    numbers: dict[str, float]


@pytest.mark.parametrize(
    "text",
    [
        '{"status": "approved"}',
        'Here you are:\n```json\n{"status": "approved"}\n```\nAnything else?',
        '<think>{"status": "rejected"} maybe</think>{"status": "approved"}',
        '{"status": "approved"} {"status": "rejected"}',
    ],
)
def test_the_first_object_of_the_answer_is_read(text: str) -> None:
    assert read(text, Verdict).status == "approved"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ('{"status": ', "no JSON"),
        ('{"status": NaN}', "NaN is no JSON number"),
        ('{"a":' * 100_000, "no JSON"),
        ("{}", "status: Field required"),
        ('{"status": "maybe"}', "status: Input should be 'approved' or 'rejected'"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        read(text, Verdict)


def test_what_a_database_cannot_keep_is_taken_out() -> None:
    assert read('{"status": "approved", "why": "a\\u0000b\\ud800"}', Verdict).why == "ab?"


def test_a_closed_schema_is_strict() -> None:
    shape, strict = json_schema(Verdict)

    assert strict
    assert shape["additionalProperties"] is False
    assert shape["required"] == ["status", "why"]


def test_a_schema_with_free_keys_is_sent_as_it_is() -> None:
    shape, strict = json_schema(Free)

    assert not strict
    assert shape == Free.model_json_schema()


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ("'response_format' is not supported", True),
        ("This model does not support tools", True),
        ("the prompt is longer than the context", False),
    ],
)
def test_whether_a_refusal_is_about_the_strategy(said: Any, is_so: bool) -> None:
    assert unsupported(said) is is_so
