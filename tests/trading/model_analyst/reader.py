"""A model that reads research, for the loopback server: good answers, from the prompt alone."""

from __future__ import annotations

import json
from typing import Any

from tests.llm.reading import data_of, language_of, schema_of
from tests.llm.server import Asked

SAYS = {
    "en": "What the figure shows carries a rule only as far as the test goes.",
    "pt": "O que o número mostra sustenta uma regra só até onde o teste vai.",
}
CAUTION = {
    "en": "Many tests were made, and the history is only one.",
    "pt": "Foram feitos muitos testes, e a história é uma só.",
}


def read(asked: Asked) -> dict[str, Any]:
    """A reading in the shape that is asked for; an agent's is on its first two findings."""
    language = language_of(asked)
    if schema_of(asked) == "AgentAnswer":
        names = [one["name"] for one in json.loads(data_of(asked)["findings"])][:2]
        points = [{"finding": name, "text": SAYS[language]} for name in names]
        return {"points": points, "caution": CAUTION[language]}
    return {"text": SAYS[language], "caution": CAUTION[language]}


def readers(server: Any) -> list[str]:
    """The shapes that were asked for, in their order."""
    return [schema_of(asked) for asked in server.asked]
