"""What a request to a model's server asks, as any model reads it: from the request alone."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

Body = Mapping[str, Any]
"""The JSON of a request for a chat completion."""
Answers = Mapping[str, Callable[[Body], dict[str, Any]]]
"""Good answers, by the name of the shape that is asked for."""
DATA = re.compile(r'<data name="(\w+)" id="(\w+)">\n(.*?)\n</data id="\2">', re.DOTALL)


def schema_of(body: Body) -> str:
    """The name of the shape that is asked for."""
    if body.get("tools"):
        return str(body["tools"][0]["function"]["name"])
    return str((body.get("response_format") or {}).get("json_schema", {}).get("name", ""))


def data_of(body: Body) -> dict[str, str]:
    """What stands in the fences of the first question."""
    return {name: text for name, _id, text in DATA.findall(body["messages"][1]["content"])}


def language_of(body: Body) -> str:
    return "pt" if "Você" in body["messages"][0]["content"] else "en"


def digest_of(body: Body) -> str:
    """Names a question: two that ask the same have the same."""
    asked = json.dumps(body["messages"], ensure_ascii=False)
    return hashlib.sha256(f"{schema_of(body)}\n{asked}".encode()).hexdigest()[:16]
