"""The model that talks like the built-in analyst, for the loopback server: good answers to all."""

from __future__ import annotations

from typing import Any

from tests.lab.talkers import refining as talker
from tests.llm.reading import schema_of
from tests.llm.server import Asked


def aspect_of(asked: Asked) -> str:
    """The aspect that the methodologist is asked about."""
    return talker.aspect_of(asked.body)


def talk(asked: Asked) -> dict[str, Any]:
    """What the built-in analyst would say, in the shape that is asked for."""
    return talker.ANSWERS[schema_of(asked)](asked.body)
