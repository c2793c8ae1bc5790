"""Texts of models, held to what they were told: the numbers in them, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from config.llm.figures import strike
from config.llm.texts import language_fault, text_fault, written
from trading.analyst.sentences import say
from trading.model_analyst.figures import known
from trading.model_analyst.mask import Masking, Unmasked

MARK = "…"
LONGEST = 1_200
"""Characters of an explanation: a paragraph. What is longer nobody reads beside a table."""


class AllowedNumbers:
    """The numbers in what a model was told. It may round them and write shares in per cent."""

    def __init__(self, *documents: Any, masking: Masking | None = None) -> None:
        self.masking = masking or Unmasked()
        self.known = known(*documents)
        self.struck: list[str] = []

    def with_own(self, *documents: Any) -> AllowedNumbers:
        """The same with further documents; what is struck is noted in both."""
        other = AllowedNumbers(*documents, masking=self.masking)
        other.known |= self.known
        other.struck = self.struck
        return other

    def hold(self, text: str) -> str:
        """The text on one line, without the numbers that stand nowhere in what was told; what was
        hidden from the model is put back."""
        found = strike(written(text), self.known, MARK)
        self.struck += found.figures
        return self.masking.shown(found.text)


def faults_of_text(field: str, text: str, language: str) -> Iterator[str]:
    """What the model has to mend in a text of its own."""
    yield text_fault(field, text, language, LONGEST)
    yield language_fault(text, language)


def struck_note(told: AllowedNumbers, model: str, language: str) -> list[str]:
    """A line for the error log on the numbers that were struck, if any were."""
    if not told.struck:
        return []
    figures = "; ".join(dict.fromkeys(told.struck))
    return [say("note_struck", {"model": model, "figures": figures}, language)]
