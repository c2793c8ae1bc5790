"""Labelled texts: inline marks `{tag|words}` as characters' spans and as tags of tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hypotheses.analyst.syntax.tokens import Words

MARK = re.compile(r"\{([a-z]+)\|([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` of a text with their tag."""

    tag: str
    start: int
    end: int


def unmarked(marked: str) -> tuple[str, list[Span]]:
    """The text without its marks, and the spans they stood around."""
    text, spans, behind = "", [], 0
    for match in MARK.finditer(marked):
        text += marked[behind : match.start()]
        spans.append(Span(match[1], len(text), len(text) + len(match[2])))
        text += match[2]
        behind = match.end()
    return text + marked[behind:], spans


def tags(words: Words, spans: list[Span]) -> list[str]:
    """One tag a token: B-tag at a span's first, I-tag within, O outside."""
    made = ["O"] * len(words)
    for span in spans:
        first = True
        for index, (start, end) in enumerate(zip(words.starts, words.ends, strict=True)):
            if start < span.end and end > span.start:
                made[index] = ("B-" if first else "I-") + span.tag
                first = False
    return made
