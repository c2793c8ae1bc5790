"""A text's claim, its design and direction, and what vetoes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from hypotheses.analyst.reader.assembly import Assembly, Sibling
from hypotheses.analyst.reader.frame import claim
from hypotheses.analyst.reader.model import Found, load
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.reader.tokens import Words, split
from hypotheses.analyst.sign import is_comparative, sign
from hypotheses.analyst.writer.plain import asides
from hypotheses.domain.claim import NEEDS, Claim, Design, Direction, Doubt
from hypotheses.domain.types import Language


@dataclass(frozen=True, slots=True)
class FoundVeto:
    """A reason to reject a claim: its code, and the verbatim words that show it."""

    code: str
    quote: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text claims. `siblings` are further claims of the same sentence."""

    text: str
    language: Language
    claim: Claim
    vetoes: tuple[FoundVeto, ...] = ()
    siblings: tuple[Sibling, ...] = ()


@lru_cache(maxsize=256)
def read(text: str, language: Language) -> Reading:
    """The claim of a text. Each slot is a verbatim quote; what is not there stays None."""
    words = split(text)
    if not len(words):
        return Reading(text, language, Claim())
    model = load()
    seen = model.read(words)
    found = spans(seen.tags)
    put = Assembly(words, found, language)
    siblings = put.siblings()
    leftover = put.leftover()
    made = claim(
        words,
        [*put.spans, *([leftover] if leftover else [])],
        cast("Design", seen.classes["design"][0]),
        cast("Direction", seen.classes["direction"][0]),
        lambda span: span.tag != "leftover" and seen.mean(span) >= model.least_sure,
    )
    said = sign(made.relation)
    if said != "unspecified" and sum(map(is_comparative, made.relation.split())) > 1:
        made = replace(made, direction=said)  # `the more ..., the less ...`
    made = replace(made, doubts=_doubts(seen, made))
    lost = made.leftover
    if lost is not None and any(
        start <= (lost.start or 0) < end for start, end in asides(text, made, language)
    ):
        made = made.with_slot("leftover", None)
    if made.direction in ("increase", "decrease", "difference") and sign(made.relation) == "none":
        made = replace(made, direction="none")
    vetoes = _vetoes(words, found, _reason(seen.ranked["veto"]))
    return Reading(text, language, made, vetoes, tuple(siblings))


# The least probabilities at which designs and directions are right 95 times in 100 on claims that
# never trained the reader; designs of the same needs are counted as one.
_LEAST_DESIGN = 0.6
_LEAST_DIRECTION = 0.7
_LEAST_VETO = 0.5  # a veto ends a claim: it must be likelier than not


def _doubts(seen: Found, made: Claim) -> tuple[Doubt, ...]:
    """Of design and direction, what was read but perhaps wrongly."""
    doubts: list[Doubt] = []
    designs, directions = dict(seen.ranked["design"]), dict(seen.ranked["direction"])
    needs = NEEDS[made.design]
    alike = sum(share for name, share in designs.items() if NEEDS[cast("Design", name)] == needs)
    if made.design != "unknown" and alike < _LEAST_DESIGN:
        doubts.append("design")
    unsure = directions[made.direction] < _LEAST_DIRECTION
    said = sign(made.relation, made.outcome.text if made.outcome else "")
    if unsure and made.direction not in ("unspecified", said):
        doubts.append("direction")
    return tuple(doubts)


def _reason(ranked: Sequence[tuple[str, float]]) -> str:
    """The likeliest reason for a veto; vagueness gives way to one that is nearly as likely."""
    (first, share), (second, other), *_ = ranked
    if first == "vagueness" and second != "none" and 2 * other >= share:
        return second
    return first if share >= _LEAST_VETO else "none"


def _vetoes(words: Words, found: list[Span], code: str) -> tuple[FoundVeto, ...]:
    if code == "none":
        return ()
    quotes = [words.quote(span.first, span.end) for span in found if span.tag == "veto"]
    return (FoundVeto(code, max(quotes, key=len) if quotes else words.text.strip()),)
