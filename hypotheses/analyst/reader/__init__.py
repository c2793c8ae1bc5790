"""Reads a research claim: text -> frame, of the question that the text puts or of its own words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.reader.claims import (
    ClaimReading,
    FoundVeto,
    read_stated,
    spoken,
    stated_claim,
    with_rest,
)
from hypotheses.analyst.reader.model import load
from hypotheses.analyst.reader.question import PutQuestion, put
from hypotheses.analyst.reader.restatement import is_null
from hypotheses.analyst.reader.rivals import rivals
from hypotheses.analyst.reader.siblings import further_claims
from hypotheses.analyst.syntax.tokens import Words, bare, split
from hypotheses.analyst.writer.clauses import EFFECTS
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

__all__ = ["ClaimReading", "FoundVeto", "read", "read_stated"]


@lru_cache(maxsize=256)
def read(text: str, language: Language) -> ClaimReading:
    """The claim of a text: of the question that it puts, where that is certain, otherwise of the
    words that state it. Each slot is a quote of either; a slot that is in neither is None."""
    words, stated = split(spoken(text)), read_stated(text, language)
    asked = put(words, language) if len(words) else None
    if asked is None or _PRESUMES.match(asked.text):
        return stated
    made = _as_put(text, words, asked, language)
    return stated if _is_moderated(stated.claim) or _loses(stated.claim, made) else made


_EFFECT = lazy_regex(rf"\b{EFFECTS}", re.I)


def _is_moderated(claim: Claim) -> bool:
    """Whether a claim's effect is said to be stronger under a condition."""
    return claim.qualifiers is not None and _EFFECT.search(claim.qualifiers.text) is not None


_KEPT: tuple[SlotName, ...] = (
    "unit", "bound", "exposure", "outcome", "comparator", "measure", "window", "qualifiers",
    "leftover",
)  # fmt: skip


def _loses(claim: Claim, made: ClaimReading) -> bool:
    """Whether a reading lacks, in its question and its parts, what another one was sure of."""
    if claim.rivals and not made.claim.rivals:
        return True
    slots = [slot.text for _, slot in made.claim.items()]
    held = {bare(word) for each in (made.statement, *slots) for word in split(each).lower}
    for name in _KEPT:
        slot = claim.slot(name)
        if slot is not None and (slot.sure or name == "leftover"):
            words = [bare(word) for word in split(slot.text).lower]
            words = [word for word in words if len(word) > _LETTERS] or words
            if sum(word not in held for word in words) > len(words) / 2:
                return True
    return False


_LETTERS = 3  # of words that join others


# Why something is so is asked as the comparison that it presumes.
_PRESUMES = lazy_regex(r"(?:[^,]{1,60}, )?(?:why|what happened|por qu[eê]|o que aconteceu)\b", re.I)


def _as_put(text: str, words: Words, asked: PutQuestion, language: Language) -> ClaimReading:
    """The reading of the question that a text puts, with its places in the text of the author, and
    what else the text says of it."""
    own = split(asked.text)
    made = stated_claim(own, range(len(own) - 1), language)
    claim = told = made.claim
    for name, slot in claim.items():
        spot = None if slot.start is None else asked.place(words, slot.start, slot.end or 0)
        start, end = spot or (None, None)
        quoted = slot.text if spot is None else words.text[slice(*spot)]
        claim = claim.with_slot(name, replace(slot, text=quoted, start=start, end=end))
    seen = load().read(words)
    if seen.classes["direction"][0] == "none" and not is_null(words.text):
        claim = replace(claim, direction="none")  # asked is whether there is a difference
    made = replace(made, text=words.text, claim=claim)
    held = sorted(each for each in asked.origins if each is not None)
    if held:
        stating, topic = range(held[0], held[-1] + 1), claim.exposure.text if claim.exposure else ""
        further = further_claims(words, stating, stating, load(), topic, language)
        made = replace(made, siblings=(*made.siblings, *further))
        made = with_rest(made, words, seen, stating)
    claim = _with_rivals(made.claim, words.text, language)
    told = replace(
        told,
        direction=claim.direction,
        hedges=claim.hedges,
        rivals=claim.rivals,
        mechanism=claim.mechanism,
    )
    return replace(made, text=text, claim=claim, told=told, stated=asked.text, is_put=True)


def _with_rivals(claim: Claim, text: str, language: Language) -> Claim:
    """The claim with the other explanations that its text names, where they are no part of it."""
    spots = [
        (slot.start, slot.end)
        for name, slot in claim.items()
        if name != "leftover" and slot.start is not None and slot.end is not None
    ]
    named = [
        each.text
        for each in rivals(text, language)
        if not any(start < each.end and each.start < end for start, end in spots)
    ]
    return replace(claim, rivals=tuple(dict.fromkeys((*claim.rivals, *named))))
