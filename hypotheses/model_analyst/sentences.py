"""Our own sentences on what a model said, and whether it wrote as it was asked to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from config.llm import texts
from config.llm.texts import text_fault, written
from config.text.language import detect
from hypotheses.analyst.messages import Messages

__all__ = ["language_fault", "text_fault", "words_for", "written"]

_FOLDER = Path(__file__).parent / "messages"


@cache
def words_for(language: str) -> Messages:
    """The sentences of `en` or `pt`."""
    return Messages(language, _FOLDER)


def language_fault(text: str, language: str, original: str) -> str:
    """Whether a text is in another language than asked for; what gives no clue passes.

    Where the idea itself does not read as its language (it was forced), nothing can be told.
    """
    if not texts.reads_as(original, language, detect):
        return ""
    return texts.language_fault(text, language, detect)
