"""Whether a model wrote as it was asked to: readable, and in the language of the prompt."""

from __future__ import annotations

import re
from collections.abc import Callable

from config.text.language import LanguageError, detect
from config.text.validation import TextError, clean_phrase

from .sentences import words

LONGEST = 800  # characters of a sentence or two
Detect = Callable[[str], str]


def written(text: str) -> str:
    """A model's text on one line."""
    return " ".join(text.split())


def text_fault(field: str, text: str, language: str, limit: int = LONGEST) -> str:
    """What nobody could read or keep: empty, too long, markup, control characters, emoji."""
    try:
        clean_phrase(written(text), limit)
    except TextError as error:
        return words(language, "strange") % {"field": field, "problem": error}
    return ""


def language_fault(text: str, language: str, told: Detect = detect) -> str:
    """Whether a text is in another language than asked for; what gives no clue passes."""
    return "" if reads_as(text, language, told) else words(language, "language")


def reads_as(text: str, language: str, told: Detect = detect) -> bool:
    """Whether `told` takes a text for one in a language, or can't tell."""
    # Quoted words are the text's, not the model's.
    bare = re.sub(r"[“\"«][^“”\"«»]*[”\"»]", " ", text)
    try:
        return told(bare) == language
    except LanguageError as error:
        return error.code in ("unknown", "no_words")
