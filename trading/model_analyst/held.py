"""Texts of models, held to what they were told: the numbers in them, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from config.llm.figures import given, strike
from config.llm.texts import language_fault, text_fault, written
from trading.analyst.words import say

MARK = "[…]"
LONGEST = 1_200
"""Characters of an explanation: a paragraph. What is longer nobody reads beside a table."""


class Told:
    """The numbers in what a model was told. It may round them and write shares in per cent."""

    def __init__(self, *documents: Any) -> None:
        self.known = given(form for document in documents for form in _forms(document))
        self.struck: list[str] = []

    def with_own(self, *documents: Any) -> Told:
        """The same with further documents; what is struck is noted in both."""
        other = Told(*documents)
        other.known |= self.known
        other.struck = self.struck
        return other

    def hold(self, text: str) -> str:
        """The text on one line, without the numbers that stand nowhere in what was told."""
        found = strike(written(text), self.known, MARK)
        self.struck += found.figures
        return found.text


def faults_of_text(field: str, text: str, language: str) -> Iterator[str]:
    """What the model has to mend in a text of its own."""
    yield text_fault(field, text, language, LONGEST)
    yield language_fault(text, language)


def struck_note(told: Told, model: str, language: str) -> list[str]:
    """A line for the error log on the numbers that were struck, if any were."""
    if not told.struck:
        return []
    figures = "; ".join(dict.fromkeys(told.struck))
    return [say("note_struck", {"model": model, "figures": figures}, language)]


def _forms(document: Any) -> Iterator[str]:
    """Every text of a document, and every number in the forms in which it may be repeated."""
    if isinstance(document, Mapping):
        for key, value in document.items():
            yield from _forms(key)
            yield from _forms(value)
    elif isinstance(document, list | tuple):
        for value in document:
            yield from _forms(value)
    elif isinstance(document, bool) or document is None:
        return
    elif isinstance(document, int | float):
        size = abs(document)
        yield from (f"{size:.{digits}f}" for digits in range(0 if size >= 10 else 1, 5))
        yield from (f"{100 * size:.{digits}f}" for digits in range(3))
        if float(size).is_integer():
            yield f"{size:.0f}"
    else:
        yield str(document)
