"""Slots whose words are useless in a question: `at`, `since then`, words of an aside."""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.writer.asides import is_remark
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

OPINION = lazy_regex(
    r",? ?\b(?:in (?:my|your|our) (?:opinion|view|experience)(?: as (?:an?|the) [^,.;?!]{1,80})?"
    r"|n[ao] (?:minha|sua|nossa|meu|seu|nosso) (?:opinião|visão|experiência|entender)"
    r"(?: como [^,.;?!]{1,80})?)\b,?",
    re.I,
)
"""A person as the source of a statement: `in my experience as a nurse`."""
_FURTHER: tuple[SlotName, ...] = ("bound", "window", "qualifiers", "margin", "measure")
_EMPTY = ("ADP", "SCONJ", "CC", "DET", "D.", "PD.", "PART", "PUNCT", "WH")
_POINTERS = frozenset("then since that this it after então desde isso isto aí lá depois".split())


def without_scraps(claim: Claim, text: str, language: Language) -> Claim:
    """The claim without such slots; `text` is what the author wrote, and the slots' offsets point
    into it."""
    asides = [aside.span() for aside in OPINION.finditer(text)]
    for name in _FURTHER:
        slot = claim.slot(name)
        if slot is None or slot.origin != "user":
            continue
        said = slot.start is not None and any(a <= slot.start < b for a, b in asides)
        remark = name == "qualifiers" and is_remark(slot.text, language)
        if said or remark or all(map(_is_empty, tagged(slot.text, language))):
            claim = claim.with_slot(name, None)
    return claim


def _is_empty(word: Token) -> bool:
    return word.tag.startswith(_EMPTY) or word.lower in _POINTERS
