"""What is asked of words that may have been read wrongly: the reading, and what else of the text
could be meant."""

from __future__ import annotations

from hypotheses.analyst.proposals.pointers import nameless, pointed_at, unnamed
from hypotheses.analyst.proposals.questions import quoted, wording
from hypotheses.analyst.syntax.constituents import noun_phrases
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.statement import stated
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_MOST = 3  # phrases that a question names
_CORE: tuple[SlotName, ...] = ("exposure", "outcome")


def ask_doubted(claim: Claim, name: str, language: Language, source: str) -> str:
    """The question for a slot whose words may be wrong; `population` is unit and bound."""
    stated = claim.stated
    slot = stated.population if name == "population" else stated.slot(name)  # type: ignore[arg-type]
    read = quoted(slot.text) if slot is not None else ""
    words = {each: quoted(held.text) for each, held in stated.items()} | {"read": read}
    if name in _CORE:
        others = [phrase for phrase in _phrases(claim, source) if not _overlaps(phrase, read)]
        if others:
            words["choices"] = _listed([read, *others][:_MOST], language)
            return wording("choose", (f"{name}_{claim.design}", name), language).format(**words)
    return wording("doubted", (f"{name}_{claim.design}", name), language).format(**words)


def ask_relation(claim: Claim, language: Language, source: str) -> str:
    """The question for what varies and for the outcome at once, with the phrases that they could
    be; empty where the text has no two."""
    read = [quoted(slot.text) for name in _CORE if (slot := claim.slot(name)) is not None]
    others = [each for each in _phrases(claim, source) if not any(_overlaps(each, r) for r in read)]
    found = [*read, *others]
    if len(found) < 2:
        return ""
    return wording("relation", "any", language).format(choices=_listed(found[:_MOST], language))


def ask_pointer(claim: Claim, language: Language, source: str) -> tuple[str, str, str] | None:
    """The finding that some words of the claim point at nothing that the text names: its slot, the
    words, and the question for what they stand for."""
    for name in _CORE:
        slot = claim.slot(name)
        if slot is not None and (words := pointed_at(slot, source)):
            form = wording("pointer", "any", language)
            return name, words, form.format(text=quoted(words), read=quoted(slot.text))
    if words := pointed_at(claim.unit, source) or nameless(claim, source):
        form = wording("pointer", "population", language)
        return "population", words, form.format(text=quoted(words))
    held = claim.outcome
    if held is not None and held.origin == "user" and (words := unnamed(source)):
        form = wording("pointer", "any", language)
        return "outcome", words, form.format(text=quoted(words), read=quoted(held.text))
    return None


def _phrases(claim: Claim, source: str) -> list[str]:
    """The author's noun phrases that no slot holds for sure."""
    taken = [slot.text for name, slot in claim.items() if slot.sure and name != "leftover"]
    tree = parsed(split(stated(source)))
    found = [quoted(tree.quote(*place)) for place in noun_phrases(tree)]
    return [each for each in dict.fromkeys(found) if not any(_overlaps(each, t) for t in taken)]


def _overlaps(one: str, other: str) -> bool:
    first, second = f" {one.lower()} ", f" {other.lower()} "
    return first in second or second in first


def _listed(phrases: list[str], language: Language) -> str:
    *first, last = (f"“{each}”" for each in phrases)
    joint = " or " if language == "en" else " ou "
    return f"{', '.join(first)}{joint}{last}"
