"""Texts whose slots are marked by hand, put together without the tagger."""

from __future__ import annotations

from hypotheses.analyst.reader.assembly import Assembly
from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.types import Language


def assembled(marked: str, language: Language) -> Assembly:
    """The spans of a text whose slots are marked `{tag|words}`, put together."""
    text, places, behind = "", [], marked
    while "{" in behind:
        before, _, rest = behind.partition("{")
        inside, _, behind = rest.partition("}")
        tag, _, words = inside.partition("|")
        text += before
        places.append((tag, len(text), len(text) + len(words)))
        text += words
    found = split(text + behind)
    spans = [
        Span(tag, found.starts.index(start), found.ends.index(end) + 1)
        for tag, start, end in places
    ]
    return Assembly(found, spans, language)
