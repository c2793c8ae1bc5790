from __future__ import annotations

from pydantic import BaseModel

from config.llm.abilities import json_schema

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
