"""What is asked of words that may have been read wrongly, and of those that name nothing."""

from __future__ import annotations

from hypotheses.analyst.proposals.pointers import nameless, pointed_at, unnamed
from hypotheses.analyst.proposals.questions import quoted, wording
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_CORE: tuple[SlotName, ...] = ("exposure", "outcome")


def ask_doubted(claim: Claim, name: str, language: Language) -> str:
    """The question for a slot whose words may be wrong; `population` is unit and bound."""
    stated = claim.stated
    slot = stated.population if name == "population" else stated.slot(name)  # type: ignore[arg-type]
    read = quoted(slot.text) if slot is not None else ""
    form = wording("doubted", (f"{name}_{claim.design}", name), language)
    return form.format(read=read)


def ask_relation(claim: Claim, language: Language) -> str:
    """The question for what varies and for the outcome at once, with what was read of both."""
    varies, outcome = claim.exposure, claim.outcome
    if varies is None or outcome is None:
        return wording("relation", "any", language)
    form = wording("relation", "read", language)
    return form.format(exposure=quoted(varies.text), outcome=quoted(outcome.text))


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
