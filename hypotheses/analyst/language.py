"""Tells whether an idea is in English or Portuguese, by known words without telling ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from config.text import language as telling
from config.text.language import LanguageError
from hypotheses.analyst.fields import beginning, known_beginnings
from hypotheses.domain.types import Language

__all__ = ["LanguageError", "detect"]


def detect(text: str) -> Language:
    """The text's language. Raises LanguageError when it is another, mixed or cannot be told."""
    return telling.detect(text, _known)


@cache
def _known(language: Language) -> tuple[frozenset[str], Callable[[str], str]]:
    return known_beginnings(language), beginning
