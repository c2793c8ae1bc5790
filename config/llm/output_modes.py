"""Ways to get an answer that fits a schema, in the order in which they are tried.

No server knows all of them: some honour `json_schema` and ignore `tool_choice`, others do the
opposite, and one that knows neither still reads a schema in its prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

from .prompts import Prompt
from .sentences import words

JSON_SCHEMA, FUNCTION, JSON_OBJECT = "json_schema", "function", "json_object"
PLAIN = "plain"
_IN_PROMPT = (JSON_OBJECT, PLAIN)  # where the schema is
_NAME = re.compile(r"[^a-zA-Z0-9_-]")
Messages = Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class SchemaPrompt:
    """What is asked for, and the shape of its answer."""

    prompt: Prompt
    schema: type[BaseModel]

    def request(self, strategy: str) -> dict[str, Any]:
        """What goes along with the messages."""
        name = _NAME.sub("_", self.schema.__name__)[:64]
        shape, strict = json_schema(self.schema)
        if strategy == JSON_SCHEMA:
            inner = {"name": name, "schema": shape, "strict": strict}
            return {"response_format": {"type": "json_schema", "json_schema": inner}}
        if strategy == FUNCTION:
            function = {"name": name, "parameters": shape, "strict": strict}
            chosen = {"type": "function", "function": {"name": name}}
            return {"tools": [{"type": "function", "function": function}], "tool_choice": chosen}
        return {"response_format": {"type": "json_object"}} if strategy == JSON_OBJECT else {}

    def messages(self, strategy: str) -> Messages:
        """The prompt; with the schema in it when nothing else carries the schema."""
        user = self.prompt.user
        if strategy in _IN_PROMPT:
            user = f"{user}\n\n{words(self.prompt.language, 'schema')}\n{self._shown()}"
        return [
            {"role": "system", "content": self.prompt.system},
            {"role": "user", "content": user},
        ]

    def repair(self, strategy: str, answer: str, fault: str) -> Messages:
        """The prompt, what was answered, what is wrong with it, and the request to mend it."""
        ask = words(self.prompt.language, "repair") % {"fault": fault}
        if strategy not in _IN_PROMPT:
            ask = f"{ask}\n\n{words(self.prompt.language, 'schema')}\n{self._shown()}"
        return [
            *self.messages(strategy),
            {"role": "assistant", "content": answer},
            {"role": "user", "content": ask},
        ]

    def _shown(self) -> str:
        return json.dumps(json_schema(self.schema)[0], ensure_ascii=False)


@lru_cache(maxsize=256)
def json_schema(schema: type[BaseModel]) -> tuple[dict[str, Any], bool]:
    """The schema, in the strict form where it has one: every object closed, every part required.

    An object with free keys has none; then it is sent as it is, and not as strict.
    """
    shape = schema.model_json_schema()
    if not _closable(shape):
        return shape, False
    import openai

    parameters = openai.pydantic_function_tool(schema)["function"]["parameters"]
    return dict(parameters), True


def _closable(shape: Any) -> bool:
    """Whether every object in a JSON schema names its parts."""
    if isinstance(shape, list):
        return all(_closable(part) for part in shape)
    if not isinstance(shape, Mapping):
        return True
    if shape.get("type") == "object" and ("properties" not in shape or shape.get(_FREE)):
        return False
    return all(_closable(part) for part in shape.values())


_FREE = "additionalProperties"
