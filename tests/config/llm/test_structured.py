from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from config.llm.structured import json_schema, unsupported

from .helpers import Verdict


class Free(BaseModel):
    numbers: dict[str, float]


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
