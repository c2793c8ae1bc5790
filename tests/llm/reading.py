"""What a question to the loopback server is about: its shape, its data, its language."""

from __future__ import annotations

import re

from tests.llm.server import Asked

DATA = re.compile(r'<data name="(\w+)" id="(\w+)">\n(.*?)\n</data id="\2">', re.DOTALL)


def schema_of(asked: Asked) -> str:
    """The name of the shape that is asked for."""
    body = asked.body
    if body.get("tools"):
        return str(body["tools"][0]["function"]["name"])
    return str((body.get("response_format") or {}).get("json_schema", {}).get("name", ""))


def data_of(asked: Asked) -> dict[str, str]:
    """What stands in the fences of the first question."""
    user = asked.body["messages"][1]["content"]
    return {name: text for name, _id, text in DATA.findall(user)}


def language_of(asked: Asked) -> str:
    return "pt" if "Você" in asked.body["messages"][0]["content"] else "en"
