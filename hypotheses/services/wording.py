"""What the analyst wrote of a hypothesis, in the language of who reads it.

The question, H0, H1 and the author's words stay in the hypothesis's language: they are its text.
What a language model or a person wrote stays, too.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.utils.translation import get_language

from config.text.sentences import SentencePatterns, pairs
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.proposals import own_texts
from hypotheses.domain.types import Language
from hypotheses.model_analyst.sentences import words_for

LANGUAGES = ("en", "pt")


class HypothesisWording(NamedTuple):
    """A text, and the language it is in."""

    text: str
    language: str


def reader_language() -> Language:
    """`en` or `pt`, as the reader chose."""
    return "pt" if (get_language() or "").startswith("pt") else "en"


def wording(text: str, language: str) -> HypothesisWording:
    """A text of ours that was written in a language, in the reader's; any other as it is."""
    reader = reader_language()
    if reader == language or language not in LANGUAGES:
        return HypothesisWording(text, language)
    told = _sentences().restated(text, language, reader)
    return HypothesisWording(text, language) if told is None else HypothesisWording(told, reader)


@cache
def _sentences() -> SentencePatterns:
    trees = [
        {language: messages_for(language).tree for language in LANGUAGES},
        {language: words_for(language).tree for language in LANGUAGES},
    ]
    found = [pair for tree in trees for pair in pairs(tree)]
    return SentencePatterns([*found, *own_texts()])
