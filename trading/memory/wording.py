"""A lesson in another language than it was written in."""

from __future__ import annotations

from trading.memory.sentences import sentence
from trading.models import Lesson


def said_in(lesson: Lesson, language: str) -> str:
    """The lesson in a language; as it is, when it cannot be said in that one."""
    if lesson.language == language:
        return lesson.text
    try:
        return sentence(
            language,
            code=lesson.code,
            ticker=lesson.ticker,
            frequency=lesson.frequency,
            approach=lesson.approach,
            values=lesson.values,
        )
    except KeyError:  # written by another version, whose sentences had other codes or values
        return lesson.text
