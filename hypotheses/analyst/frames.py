"""A text as a claim, by the lexicon's rules, until the trained reader takes over."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.assess import examine
from hypotheses.analyst.essence import essence
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language


@dataclass(frozen=True, slots=True)
class FoundVeto:
    code: str
    quote: str


@dataclass(frozen=True, slots=True)
class Reading:
    text: str
    language: Language
    claim: Claim
    vetoes: tuple[FoundVeto, ...] = ()


def read(text: str, language: Language) -> Reading:
    found = examine(text, language)
    reading = found.reading

    def slot(span):
        if not span:
            return None
        start, end = reading.trim((span[0], span[1]))
        if start >= end:
            return None
        quote = reading.quote((start, end))
        at = text.find(quote)
        return Slot(quote, "user", at, at + len(quote))

    relation = found.variables.relation
    unit = found.population.unit
    up = essence(found).direction
    measure = slot(found.metrics.span) if found.metrics.score == 2 else None
    whole = slot(found.population.span)
    bound = None
    if found.population.score == 2 and whole and unit:
        head = reading.quote(unit[:2])
        rest = whole.text.replace(head, "", 1).strip()
        bound = Slot(rest, "user") if rest and rest in text else whole
    claim = Claim(
        design="causal" if relation else "unknown",
        direction={"up": "increase", "down": "decrease"}.get(
            up, "difference" if found.testability.direction else "unspecified"
        ),
        unit=slot(unit[:2]) if unit else None,
        bound=bound,
        exposure=slot(relation.independent) if relation else None,
        outcome=slot(relation.dependent) if relation else slot(found.metrics.span),
        comparator=slot(found.testability.comparator),
        measure=measure,
        window=slot(found.testability.window),
        hedges=tuple(reading.quote(s) for s in found.testability.hedges),
    )
    return Reading(
        text,
        language,
        claim,
        tuple(FoundVeto(code, reading.quote(span)) for code, span in found.vetoes),
    )
