"""Our own sentences on what a model said, and whether it wrote as it was asked to."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from hypotheses.analyst.language import LanguageError, detect
from hypotheses.analyst.messages import Messages
from hypotheses.domain.text import IdeaError, clean_phrase

_FOLDER = Path(__file__).parent / "messages"
_LONGEST = 800  # characters of a gap, a suggestion, a question to the author


@cache
def words_for(language: str) -> Messages:
    """The sentences of `en` or `pt`."""
    return Messages(language, _FOLDER)


def written(text: str) -> str:
    """A model's text on one line."""
    return " ".join(text.split())


def text_fault(field: str, text: str, language: str, limit: int = _LONGEST) -> str:
    """What nobody could read or keep: empty, too long, markup, control characters, emoji."""
    try:
        clean_phrase(written(text), limit)
    except IdeaError as error:
        return words_for(language).text("faults.strange", field=field, problem=str(error))
    return ""


def language_fault(text: str, language: str, original: str) -> str:
    """Whether a text is in another language than asked for; what gives no clue passes.

    Where the idea itself does not read as its language (it was forced), nothing can be told.
    """
    if not _reads_as(original, language) or _reads_as(text, language):
        return ""
    return words_for(language).text("faults.language")


def _reads_as(text: str, language: str) -> bool:
    # Quoted words are the text's, not the model's.
    bare = re.sub(r"[“\"«][^“”\"«»]*[”\"»]", " ", text)
    try:
        return detect(bare) == language
    except LanguageError as error:
        return error.code in ("unknown", "no_words")
