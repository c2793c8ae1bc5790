"""A model that reads research, for the loopback server: good answers, from the prompt alone."""

from __future__ import annotations

from typing import Any

from tests.lab.talkers.developing import SAID
from tests.llm.reading import schema_of
from tests.trading.model_analyst.talker import talk as read

SAYS = {language: said["finding"] for language, said in SAID.items()}
CAUTION = {language: said["caution"] for language, said in SAID.items()}

__all__ = ["CAUTION", "SAYS", "read", "readers"]


def readers(server: Any) -> list[str]:
    """The shapes that were asked for, in their order."""
    return [schema_of(asked) for asked in server.asked]
