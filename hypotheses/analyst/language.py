"""Tells whether an idea is in English or Portuguese, by the lexicon's words where others don't."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from config.text import language as plain
from config.text.language import LanguageError
from hypotheses.analyst.lexicon.compile import load
from hypotheses.domain.types import Language

__all__ = ["LanguageError", "detect"]


def detect(text: str) -> Language:
    """The text's language. Raises LanguageError when it is another, mixed or cannot be told."""
    return plain.detect(text, _known)


@cache
def _known(language: str) -> tuple[frozenset[str], Callable[[str], str]]:
    lexicon = load(language)
    return frozenset(lexicon.matcher.vocabulary), lexicon.key
