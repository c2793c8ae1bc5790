"""Checks on models' texts: numbers that they were not given, and the form of a text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from config.llm.figures import given, strike
from config.llm.texts import language_fault, text_fault, written
from trading.analyst.sentences import say
from trading.model_analyst.mask import Masking, Unmasked

MARK = "…"
LONGEST = 1_200
"""Characters of an explanation: a paragraph. More is not read beside a table."""


class AllowedNumbers:
    """The numbers that a model was given. It may round them and write shares in per cent."""

    def __init__(self, *documents: Any, masking: Masking | None = None) -> None:
        self.masking = masking or Unmasked()
        self.known = known(*documents)
        self.struck: list[str] = []

    def with_own(self, *documents: Any) -> AllowedNumbers:
        """The same with further documents; removed numbers are noted in both."""
        other = AllowedNumbers(*documents, masking=self.masking)
        other.known |= self.known
        other.struck = self.struck
        return other

    def hold(self, text: str) -> str:
        """The text on one line, without numbers that were not given; masked names are restored."""
        found = strike(written(text), self.known, MARK)
        self.struck += found.figures
        return self.masking.shown(found.text)


def faults_of_text(field: str, text: str, language: str) -> Iterator[str]:
    """The faults of a text that the model has to correct."""
    yield text_fault(field, text, language, LONGEST)
    yield language_fault(text, language)


def struck_note(allowed: AllowedNumbers, model: str, language: str) -> list[str]:
    """A line for the error log about removed numbers, if there were any."""
    if not allowed.struck:
        return []
    figures = "; ".join(dict.fromkeys(allowed.struck))
    return [say("note_struck", {"model": model, "figures": figures}, language)]


# The numbers that a model may repeat: those it was given, and their roundings.

_TINY = 0.0001


def shown(value: Any) -> Any:
    """A JSON value with its numbers rounded to meaningful digits."""
    if isinstance(value, dict):
        return {key: shown(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [shown(each) for each in value]
    if not isinstance(value, float):
        return value
    if 0 < abs(value) < _TINY:
        return f"< {_TINY}" if value > 0 else f"> -{_TINY}"
    return round(value, 2 if abs(value) >= 1 else 4)


def known(*values: Any) -> frozenset[str]:
    """The numbers in JSON values and texts, in the form that `strike` compares.

    A number may be given with fewer decimals, and a share as a percentage.
    """
    texts: list[str] = []
    for value in values:
        texts += _texts(value)
    return given(texts)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _forms(abs(float(value)))


_LEAST_SHARE = 0.001
"""The least share that is written as a percentage with one decimal."""


def _forms(size: float) -> Iterator[str]:
    yield from _rounded(size)
    if _LEAST_SHARE <= size <= 1:  # as a percentage, too
        yield from _rounded(size * 100)


def _rounded(size: float) -> Iterator[str]:
    """Roundings to at most four decimals; to none only where two digits remain."""
    for decimals in (4, 3, 2, 1, *([0] if size >= 10 or size == round(size) else [])):
        if shortened := round(size, decimals):
            yield f"{shortened:.{decimals}f}"
    if not size:
        yield "0"
