"""A strategist and judges who talk sensibly, for the loopback server."""

from __future__ import annotations

import json
from typing import Any

from tests.lab.talkers import developing as talker
from tests.llm.reading import DATA, schema_of
from tests.llm.server import Asked
from trading.strategies.templates import TEMPLATES

SAID, spec, design, designs = talker.SAID, talker.spec, talker.design, talker.designs
AGENTS = ["strategist", "failure_analyst", "trajectory_analyst"]


def bare(asked: Asked) -> str:
    """What is asked but for what stands in fences."""
    return DATA.sub("", asked.text)


def talk(asked: Asked) -> dict[str, Any]:
    """Three specs a round that nobody tried before; judges who always say the same; readings."""
    return talker.ANSWERS[schema_of(asked)](asked.body)


everything = talk


def template(kind: str) -> dict[str, Any]:
    """The document of a template."""
    found = next(one for one in TEMPLATES if one.kind == kind)
    return {"name": found.name, **json.loads(json.dumps(found.document))}
