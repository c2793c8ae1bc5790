"""The strategist that asks language models, with the built-in one beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from config.llm.talk import Talk
from trading.analyst.strategist import BuiltinStrategist
from trading.model_analyst.masking import Masking

Document = dict[str, Any]


class ModelStrategist:
    """Implements `trading.graph.context.Strategist`."""

    def __init__(self, talk: Talk, builtin: BuiltinStrategist, masking: Masking) -> None:
        self.talk = talk
        self.builtin = builtin
        self.masking = masking

    async def propose(self, brief: Document, bench: Any) -> Document:
        """See `BuiltinStrategist.propose`."""
        return await self.builtin.propose(brief, bench)

    def explain(self, code: str, values: Mapping[str, Any], language: str) -> str:
        """A sentence of the message files."""
        return self.builtin.explain(code, values, language)
