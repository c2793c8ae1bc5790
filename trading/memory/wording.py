"""A lesson in another language than it was written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trading.memory.sentences import sentence, sentences
from trading.models import Lesson
from trading.research.sentences import from_document, say


def said_in(lesson: Lesson, language: str) -> str:
    """The lesson in a language; as it is, when it cannot be said in that one."""
    if lesson.language == language:
        return lesson.text
    where = {"ticker": lesson.ticker, "frequency": lesson.frequency}
    try:
        if document := finding_sentence(lesson):
            return said_of_finding(document, language, **where)
        return sentence(
            language, code=lesson.code, approach=lesson.approach, values=lesson.values, **where
        )
    except KeyError:  # written by another version, whose sentences had other codes or values
        return lesson.text


def finding_sentence(lesson: Any) -> Mapping[str, Any]:
    """The sentence of the finding that a lesson is about, by code and values; empty without one."""
    if lesson.kind != Lesson.Kind.FINDING:
        return {}
    if hasattr(lesson, "sentence"):  # read with the lesson
        return lesson.sentence or {}
    return lesson.findings.order_by("pk").values_list("sentence", flat=True).first() or {}


def said_of_finding(
    document: Mapping[str, Any], language: str, *, ticker: str, frequency: str
) -> str:
    """A finding's sentence in a language, with where it holds. Raises KeyError for one of another
    version."""
    text = say(from_document(document), language)
    return sentences(language).said(text, ticker=ticker, frequency=frequency)
