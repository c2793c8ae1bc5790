"""What a question to the loopback server is about: its shape, its data, its language."""

from __future__ import annotations

from tests.lab.chaos import questions
from tests.llm.server import Asked

DATA = questions.DATA


def schema_of(asked: Asked) -> str:
    """The name of the shape that is asked for."""
    return questions.schema_of(asked.body)


def data_of(asked: Asked) -> dict[str, str]:
    """What stands in the fences of the first question."""
    return questions.data_of(asked.body)


def language_of(asked: Asked) -> str:
    return questions.language_of(asked.body)
