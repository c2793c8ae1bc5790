"""Puts a claim and its parts together into one sentence of the claim's language."""

from __future__ import annotations

from collections.abc import Mapping

from hypotheses.analyst import portuguese, suggest
from hypotheses.analyst.assess import Findings
from hypotheses.analyst.categories import COMPARED, VERBS
from hypotheses.analyst.grammar import words as listed
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.reading import Reading
from hypotheses.analyst.text import SLOT

_OF = listed("shared.of")
_CLOSING = ".!?;,: "
_ENDS_UNIT = VERBS | COMPARED | {"bound_participles"}


def compose(findings: Findings, parts: Mapping[str, str], slots: str = "") -> str:
    """The claim of `findings` with parts put in: population, metric, comparator, window.

    A population that repeats the claim's own unit only adds its bound; a measure stands behind
    the outcome where that is a noun phrase. Words of the claim are never changed or dropped.
    """
    text = findings.reading.words.text.rstrip()
    core = text.rstrip(_CLOSING)
    closing = "?" if text.endswith("?") else "." if text.endswith(".") else ""
    inserts: list[tuple[int, str]] = []
    tail: list[str] = []
    for name, part in (("metric", _metric), ("population", _population)):
        if name in parts:
            place, phrase = part(findings, parts[name])
            if place is None or place >= len(core):
                tail.append(phrase)
            else:
                inserts.append((place, phrase))
    words = messages_for(findings.reading.lexicon.language)
    tail += [
        words.text(f"question.{name}", value=parts[name])
        for name in ("comparator", "window")
        if name in parts
    ]
    for place, phrase in sorted(inserts, reverse=True):
        core = core[:place] + phrase + core[place:]
    return core + "".join(tail) + slots + closing


def _metric(findings: Findings, measure: str) -> tuple[int | None, str]:
    """Where and how the measure is said: behind the outcome's noun phrase, or at the end."""
    language = findings.reading.lexicon.language
    place, noun = _outcome(findings)
    if language == "en":
        closing = _comma(findings, place)
        return place, f", measured by {measure}{closing}"
    agreed = portuguese.measured(noun, measure) if noun else None
    if agreed is None:
        return None, f", tendo como medida {measure}"
    closing = _comma(findings, place)
    return place, f", {agreed}{closing}"


def _comma(findings: Findings, place: int | None) -> str:
    """The comma that closes an insertion, where the claim goes on without one of its own."""
    if place is None:
        return ""
    rest = findings.reading.words.text[place:].lstrip()
    return "" if not rest.strip(_CLOSING) or rest[0] in _CLOSING else ","


def _outcome(findings: Findings) -> tuple[int | None, str]:
    """The place behind the outcome and its head noun, when it is the object of the claim's verb."""
    relation = findings.variables.relation
    construct = findings.metrics.construct
    reading = findings.reading
    if relation is None or relation.form not in ("verb", "effect") or relation.dependent is None:
        return None, ""
    if construct is None or not relation.dependent[0] <= construct.start < relation.dependent[1]:
        return None, ""
    if relation.independent is not None and construct.start < relation.independent[1]:
        return None, ""
    if reading.is_content(construct.start):
        end = _complement_end(reading, construct.end, relation.dependent[1])
        return reading.words.ends[end - 1], reading.words.raw(construct.start)
    return None, ""


def _complement_end(reading: Reading, end: int, limit: int) -> int:
    """The end of a noun's complements: `produtividade` + `da soja`."""
    while end < limit and reading.keys[end] in _OF:
        after = end + 1
        while after < limit and reading.is_content(after) and not reading.opens(_ENDS_UNIT, after):
            after += 1
        if after == end + 1:
            break
        end = after
    return end


def _population(findings: Findings, population: str) -> tuple[int | None, str]:
    """The population, or only its bound where the claim already names the unit."""
    reading = findings.reading
    words = messages_for(reading.lexicon.language)
    unit = findings.population.unit
    if unit is not None and not _modifies(findings, unit.end):
        bound = _bound_of(findings, population)
        if bound:
            end = unit.end
            while end < reading.size and _qualifies(findings, end):
                end += 1
            return reading.words.ends[end - 1], " " + bound
    if reading.lexicon.language == "pt":
        population = portuguese.contract("em", population)
    return None, words.text("question.population", value=population)


def _modifies(findings: Findings, end: int) -> bool:
    """Whether the unit only qualifies what follows it: `soybean YIELD`, `students' grades`."""
    reading = findings.reading
    if end >= reading.size:
        return False
    if reading.words.text[reading.words.ends[end - 1] :].startswith(("'", "’")):
        return True
    if reading.lexicon.language == "pt" or not reading.is_content(end):
        return False
    return not reading.opens(_ENDS_UNIT, end)


def _qualifies(findings: Findings, index: int) -> bool:
    """Whether a word agrees with the unit before it: `equipes PEQUENAS`, not `equipes usam`."""
    reading = findings.reading
    unit = findings.population.unit
    if unit is None or reading.lexicon.language != "pt" or not reading.is_content(index):
        return False
    if reading.starting("bounds", index) is not None:
        return True
    plural = portuguese.is_plural(reading.words.raw(unit.end - 1))
    return plural and reading.words.folds[index].endswith("s")


def _bound_of(findings: Findings, population: str) -> str:
    unit = findings.population.unit
    if unit is None:
        return ""
    keys = tuple(findings.reading.keys[unit.start : unit.end])
    return suggest.bound_of(population, keys, findings.reading.lexicon)


def fits(findings: Findings, population: str) -> bool:
    """Whether a population can be put in without naming a second one beside the claim's unit."""
    unit = findings.population.unit
    return unit is None or _modifies(findings, unit.end) or bool(_bound_of(findings, population))


def without_slots(text: str) -> str:
    """The text without what an earlier version left to be defined."""
    return SLOT.sub("", text)
