"""What could fill a claim's open slots: only what fits the author's own words.

A measure must measure the claim's own outcome for its own kind of unit; a comparator is the
absence or the opposite of its own exposure; a bound narrows its own unit; a unit or an outcome
comes from the exposure's own field. A margin is never proposed: only the author can say it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from hypotheses.analyst.proposals.comparators import comparator, is_plural
from hypotheses.analyst.proposals.measures import (
    Match,
    Measure,
    constructs_in,
    family_of,
    fields_in,
    fields_of,
    measures_of,
    source_of,
    suits,
)
from hypotheses.analyst.proposals.units import PEOPLE, kind_of
from hypotheses.analyst.writer.tagging.tagger import tagged
from hypotheses.domain.claim import Claim, Slot, SlotName, is_placeholder
from hypotheses.domain.types import Language

THRESHOLD = 80
"""The least fit at which something is proposed."""
MOST = 3
"""The most proposals for a slot."""

_DATA = Path(__file__).parent / "data" / "defaults.toml"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Words that could fill a slot, where they are from, and how well they fit (0-100)."""

    text: str
    source: str
    fit: int


def propose(claim: Claim, language: Language) -> dict[SlotName, tuple[Proposal, ...]]:
    """Ranked proposals for the slots that a claim lacks; a slot without any is left out."""
    if any(is_placeholder(slot.text) for _, slot in claim.items()):
        return {}
    if claim.design == "unknown":
        if claim.exposure is None or claim.outcome is None:
            return {}
        claim = replace(claim, design="causal")
    found: dict[SlotName, tuple[Proposal, ...]] = {}
    known = claim
    for name in _ORDER:
        if name not in claim.missing:
            continue
        ranked = sorted(_MAKERS[name](known, language), key=lambda proposal: -proposal.fit)
        fitting = tuple(each for each in ranked if each.fit >= THRESHOLD)[:MOST]
        if fitting:
            found[name] = fitting
            # What follows must agree with what is proposed here: the measure with the unit.
            known = known.with_slot(name, Slot(fitting[0].text, "suggested"))
    return {name: found[name] for name in claim.missing if name in found}


def _units(claim: Claim, language: Language) -> list[Proposal]:
    """Units of the exposure's own field, or those in which the outcome is measured."""
    if claim.exposure is None or claim.unit is not None:
        return []
    fields = fields_in(claim.exposure.text, language)
    if claim.outcome is not None:
        fields |= fields_in(claim.outcome.text, language)
    matches = _whole(claim, language)
    defaults = _defaults()
    found = []
    if len(fields) == 1:
        (field,) = fields
        for at, unit in enumerate(defaults["unit"].get(field, {}).get(language, ())):
            if _measurable(unit, matches, claim, language) or claim.outcome is None:
                found.append(Proposal(unit, defaults["source"]["field"][language], 90 - at))
    source = defaults["source"]["outcome"][language]
    measured = enumerate(_measured_in(matches, fields, language))
    return found or [Proposal(unit, source, 82 - at) for at, unit in measured]


def _measurable(unit: str, matches: list[Match], claim: Claim, language: Language) -> bool:
    """Whether the claim's outcome is a construct that is measured in this kind of unit."""
    kind = kind_of(unit, language)
    fields = fields_of(claim, language) | (kind.fields if kind else frozenset())
    return kind is not None and any(
        suits(measure, kind, fields)
        for match in matches
        for measure in measures_of(match.construct, language)
    )


def _measured_in(matches: list[Match], fields: frozenset[str], language: Language) -> list[str]:
    """In what the one construct of the outcome is measured: the first class of each measure.

    Of people, adults or children where it is measured in anybody; else the one group there is, as
    only the author can tell employees from pupils.
    """
    if len({family_of(match.construct) for match in matches}) != 1:
        return []
    measures = [each for match in matches for each in measures_of(match.construct, language)]
    kinds = [each.first for each in measures if "*" in each.fields or each.fields & fields]
    if PEOPLE & set(kinds):
        if fields - {"health"}:
            return []
        if all("*" in each.fields and each.classes <= PEOPLE for each in measures):
            anybody = frozenset().union(*(each.classes for each in measures))
            grown = [kind for kind in ("adult", "child") if anybody & {kind, "person"}]
            kinds = grown[:1] or kinds
        if len(set(kinds)) != 1:
            return []
    units = _defaults()["whom"]
    return [units[kind][language] for kind in dict.fromkeys(kinds) if kind in units]


def _bounds(claim: Claim, language: Language) -> list[Proposal]:
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    if kind is None or (kind.name == "team" and "sport" in fields_of(claim, language)):
        return []
    source = _defaults()["source"]["bound"][language]
    bounds = kind.bounds
    if language == "pt" and claim.unit and not is_plural(claim.unit.text, language):
        bounds = tuple(re.sub(r"^(\w+nte)s\b", r"\1", bound) for bound in bounds)
    return [Proposal(bound, source, 90 - at) for at, bound in enumerate(bounds)]


def _outcomes(claim: Claim, language: Language) -> list[Proposal]:
    """An outcome only for an exposure of a field in which `works better` has a usual meaning."""
    if claim.exposure is None or claim.design in ("qualitative", "descriptive"):
        return []
    fields = fields_in(claim.exposure.text, language)
    if len(fields) != 1 or not _succeeds(claim, language):
        return []
    source = _defaults()["source"]["field"][language]
    outcomes = _defaults()["outcome"].get(next(iter(fields)), {}).get(language, ())
    return [Proposal(text, source, 85 - at) for at, text in enumerate(outcomes)]


def _succeeds(claim: Claim, language: Language) -> bool:
    """Whether the relation says no more than that the exposure works, or is better."""
    return any(
        match.construct == "works_better"
        for match in constructs_in(claim.relation, language)
        if match.fit >= THRESHOLD
    )


def _measures(claim: Claim, language: Language) -> list[Proposal]:
    if claim.outcome is None or claim.unit is None:
        return []
    kind = kind_of(claim.unit.text, language)
    if kind is None:
        return _counts(claim, language)
    fields = fields_of(claim, language)
    fitting = [
        (measure, match.fit - _distance(measure, kind.name, fields))
        for match in _whole(claim, language)
        for measure in measures_of(match.construct, language)
        if suits(measure, kind, fields)
    ]
    fitting.sort(key=lambda pair: -pair[1])
    families = {family_of(measure.construct) for measure, _ in fitting}
    if len(families) > 1:  # two constructs share a word: only one that is of the field is meant
        specific = [pair for pair in fitting if "*" not in pair[0].fields]
        if len({family_of(measure.construct) for measure, _ in specific}) != 1:
            return []
        fitting = specific
    if not fitting:
        return _counts(claim, language)
    return [Proposal(measure.text, measure.source, fit) for measure, fit in fitting]


_COUNTING = frozenset("fewer more less mais menos".split())
_NUMBER_OF: dict[Language, str] = {"en": "the number of", "pt": "o número de"}
_VERBS = ("V0", "V3", "VD", "VF", "AUX")


def _counts(claim: Claim, language: Language) -> list[Proposal]:
    """The number of what the author's own words compare by number: `fewer ankle injuries`."""
    relation = claim.relation.lower().split()
    if claim.outcome is None or not relation or relation[-1] not in _COUNTING:
        return []
    what = claim.outcome.text
    if not is_plural(what, language) or any(
        word.tag.startswith(_VERBS) for word in tagged(what, language)
    ):
        return []
    text = f"{_NUMBER_OF[language]} {what}"
    return [Proposal(text, source_of("count", language), THRESHOLD)]


def _distance(measure: Measure, name: str, fields: frozenset[str]) -> int:
    """How much wider a measure is than the claim: a wider class of units, any field."""
    wider = 0 if name in measure.classes else 4
    return wider + (0 if measure.fields & fields else 2)


def _whole(claim: Claim, language: Language) -> list[Match]:
    """The constructs that the outcome names wholly; none that the exposure names as well."""
    if claim.outcome is None:
        return []
    context = " ".join(slot.text for slot in (claim.unit, claim.bound) if slot)
    matches = constructs_in(claim.outcome.text, language, context, claim.relation)
    if claim.exposure is not None:
        held = {
            family_of(match.construct)
            for match in constructs_in(claim.exposure.text, language, context)
            if match.fit >= 50
        }
        matches = tuple(match for match in matches if family_of(match.construct) not in held)
    return [match for match in matches if match.fit >= THRESHOLD]


def _comparators(claim: Claim, language: Language) -> list[Proposal]:
    if claim.exposure is None:
        return []
    unit = claim.unit.text if claim.unit else None
    found = comparator(
        claim.exposure.text,
        unit,
        language,
        groups=claim.design == "comparative",
        constructs=frozenset(match.construct for match in _whole(claim, language)),
    )
    if found is None:
        return []
    return [Proposal(found[0], _defaults()["source"]["exposure"][language], found[1])]


def _approaches(claim: Claim, language: Language) -> list[Proposal]:
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    group = "document" if kind is not None and "document" in kind.classes else "person"
    return [
        Proposal(row[language], row["source"], 90 - at)
        for at, row in enumerate(_defaults()["approach"][group])
    ]


def _margins(claim: Claim, language: Language) -> list[Proposal]:
    """Never: which difference does not matter is for the author to say."""
    return []


_MAKERS: dict[SlotName, Callable[[Claim, Language], list[Proposal]]] = {
    "unit": _units,
    "bound": _bounds,
    "outcome": _outcomes,
    "measure": _measures,
    "comparator": _comparators,
    "approach": _approaches,
    "exposure": _margins,
    "margin": _margins,
}
_ORDER: tuple[SlotName, ...] = (
    "unit",
    "bound",
    "exposure",
    "outcome",
    "measure",
    "comparator",
    "margin",
    "approach",
)


@lru_cache(maxsize=1)
def _defaults() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))
