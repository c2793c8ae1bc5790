"""The parts that the structurer may put into a claim, and what it suggests for each gap."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from hypotheses.analyst import portuguese
from hypotheses.analyst.assess import Findings
from hypotheses.analyst.compose import fits
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.standing import OK
from hypotheses.domain.types import Aspect, Origin

# Each part with the aspect it serves.
PARTS: dict[str, Aspect] = {
    "population": "population",
    "metric": "metrics",
    "comparator": "testability",
    "window": "testability",
}
_LONGEST = 4  # content words that `the absence of` can stand before


class Part(NamedTuple):
    """A phrase put into a claim, and where it comes from."""

    text: str
    origin: Origin


def fill(
    findings: Findings,
    parts: dict[str, Part],
    guided: Mapping[str, str] = MappingProxyType({}),
    declined: Collection[str] = (),
) -> None:
    """Put in what is offered for each gap that no part answers yet.

    A reviewer's `guided` phrases go before the lexicon's; a `declined` part stays out.
    """
    if findings.variables.placeholder or findings.variables.score == 0:
        return
    for name, phrase in _offers(findings, guided):
        answered = name in parts or (PARTS[name] == "testability" and is_compared(findings, parts))
        if phrase and not answered and name not in declined:
            parts[name] = Part(phrase, "suggested")


def _offers(findings: Findings, guided: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    """A phrase for each part that the claim itself lacks."""
    offer = findings.offer
    if findings.population.score < 2:
        population = guided.get("population") or offer.population
        yield "population", population if population and fits(findings, population) else None
    if findings.metrics.score < 2:
        yield "metric", guided.get("metric") or offer.measure
    yield "window", guided.get("window")
    comparator = guided.get("comparator") or offer.comparator
    yield "comparator", comparator or _absence(findings) or offer.fallback


def is_compared(findings: Findings, parts: Collection[str]) -> bool:
    """Whether the claim or a part of it says what it is held against."""
    tested = findings.testability
    return bool(tested.comparator or tested.window) or "comparator" in parts or "window" in parts


def _absence(findings: Findings) -> str | None:
    """`the absence of TDD`: a comparison that invents nothing, for a short noun phrase."""
    relation, reading = findings.variables.relation, findings.reading
    if relation is None or relation.form not in ("verb", "effect") or relation.independent is None:
        return None
    content = reading.content(relation.independent)
    if not content or len(content) > _LONGEST or findings.variables.independent != OK:
        return None
    phrase = reading.quote(reading.trim(relation.independent))
    if reading.lexicon.language == "pt":
        return f"a ausência {portuguese.contract('de', phrase)}"
    return messages_for("en").text("question.absence", value=phrase)
