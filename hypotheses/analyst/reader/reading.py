"""A text's claim, its design and direction, and what vetoes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from hypotheses.analyst.reader.frame import claim
from hypotheses.analyst.reader.model import load
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.reader.tokens import Words, split
from hypotheses.analyst.sign import sign
from hypotheses.domain.claim import Claim, Design, Direction
from hypotheses.domain.types import Language


@dataclass(frozen=True, slots=True)
class FoundVeto:
    """A reason to reject a claim: its code, and the verbatim words that show it."""

    code: str
    quote: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text claims."""

    text: str
    language: Language
    claim: Claim
    vetoes: tuple[FoundVeto, ...] = ()


@lru_cache(maxsize=256)
def read(text: str, language: Language) -> Reading:
    """The claim of a text. Each slot is a verbatim quote; what is not there stays None."""
    words = split(text)
    if not len(words):
        return Reading(text, language, Claim())
    model = load()
    seen = model.read(words)
    found = spans(seen.tags)
    design = cast("Design", seen.classes["design"][0])
    direction = cast("Direction", seen.classes["direction"][0])
    made = claim(
        words,
        found,
        design,
        direction,
        lambda span: seen.mean(span) >= model.least_sure,
    )
    if made.direction in ("increase", "decrease", "difference") and sign(made.relation) == "none":
        made = replace(made, direction="none")
    return Reading(text, language, made, _vetoes(words, found, _reason(seen.ranked["veto"])))


def _reason(ranked: Sequence[tuple[str, float]]) -> str:
    """The likeliest reason for a veto; vagueness gives way to one that is nearly as likely."""
    (first, share), (second, other), *_ = ranked
    return second if first == "vagueness" and second != "none" and 2 * other >= share else first


def _vetoes(words: Words, found: list[Span], code: str) -> tuple[FoundVeto, ...]:
    if code == "none":
        return ()
    quotes = [words.quote(span.first, span.end) for span in found if span.tag == "veto"]
    return (FoundVeto(code, quotes[0] if quotes else words.text.strip()),)
