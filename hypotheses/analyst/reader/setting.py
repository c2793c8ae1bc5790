"""Where the authors see what they claim, from what they say of themselves.

`I'm a nurse on a surgical ward and I think that turning patients ...`: the ward bounds the claim,
which does not say it again. A place that a clause of the speaker's names is put before the claim
(`On a surgical ward, turning patients ...`) and read with it: it is the claim's where the model
takes it for who or what is observed, and no time, no opinion (`on the whole`, `in my PhD`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hypotheses.analyst.reader.model import Model
from hypotheses.analyst.reader.spans import spans
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.writer.asides import is_speaker
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

_PLACES = frozenset("in on at within em no na nos nas num numa nuns numas".split())
_OWN = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())
_NOMINAL = ("D", "N", "J", "PRON")
_LINKS = frozenset("of de do da dos das".split())
_MARKS = frozenset(".,;:!?")
_MOST = 2  # places that are tried
_SURE = 0.85  # the least mean probability of a place that is taken


def with_setting(claim: Claim, text: str, language: Language, model: Model) -> Claim:
    """The claim with the place that its author speaks of, where it names none."""
    spots = [(slot.start, slot.end) for _, slot in claim.items()
             if slot.start is not None and slot.end is not None]  # fmt: skip
    if claim.bound is not None or claim.exposure is None or claim.outcome is None or not spots:
        return claim
    first, last = min(start for start, _ in spots), max(end for _, end in spots)
    for start, end in list(_places(text, first, last, language))[:_MOST]:
        if _bounds(text[start:end], text[first:last], model):
            return claim.with_slot("bound", Slot(text[start:end], "user", start, end))
    return claim


# What opens words that describe people, and name no place: `crianças | com autismo`.
_DESCRIBES = re.compile(r"(?:with|without|who|whose|com|sem|que|cuj[oa]s?)\b", re.I)


def lived(claim: Claim, text: str) -> Claim:
    """A claim about what people live through, with who they are in one piece: `mothers of children
    | with autism` names no place."""
    if claim.design != "qualitative":
        return claim
    who, described = claim.unit, claim.bound
    if who is not None and described is not None and _DESCRIBES.match(described.text):
        start, end = who.start, described.end
        if start is not None and end is not None and not text[who.end : described.start].strip():
            whole = replace(who, text=text[start:end], end=end, sure=who.sure and described.sure)
            claim = claim.with_slot("bound", None).with_slot("unit", whole)
    return claim


def _bounds(place: str, claim: str, model: Model) -> bool:
    """Whether a place before a claim is read as who or what is observed."""
    seen = model.read(split(f"{place[:1].upper()}{place[1:]}, {claim}"))
    behind = len(split(place))
    return any(
        span.tag in ("unit", "bound") and span.end <= behind and seen.mean(span) >= _SURE
        for span in spans(seen.tags)
    )


def _places(text: str, first: int, last: int, language: Language) -> Iterator[tuple[int, int]]:
    """The places that the speaker's clauses name beside the claim, as characters of the text."""
    clause: list[Token] = []
    for word in (*tagged(text, language), None):
        ends = word is None or word.text in _MARKS or word.tag in ("CCONJ", "CC")
        if not ends and word is not None and not first <= word.start < last:
            clause.append(word)
            continue
        if any(map(_is_own, clause)) or any(is_speaker(each, language) for each in clause):
            yield from _phrases(clause)
        clause = []


def _is_own(word: Token) -> bool:
    return word.lower in _OWN or word.lower.partition("'")[0] in ("i", "we")


def _phrases(clause: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The phrases with `in`, `at`, `on` in a clause: from the preposition to the last noun."""
    for at, word in enumerate(clause):
        if word.lower not in _PLACES:
            continue
        noun = 0
        for behind, each in enumerate(clause[at + 1 :], at + 1):
            if each.tag.startswith("N"):
                noun = behind
            elif not each.tag.startswith(_NOMINAL) and not (noun and each.lower in _LINKS):
                break
        if noun and not clause[noun].tag.startswith("NUM"):
            yield word.start, clause[noun].end
