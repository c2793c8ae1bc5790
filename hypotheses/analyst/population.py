"""Aspect `population`: who or what is studied, and what bounds it."""

from __future__ import annotations

from typing import NamedTuple

from hypotheses.analyst import ages
from hypotheses.analyst.bounds import bounded
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.persons import PLAIN
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import Relation
from hypotheses.analyst.units import counts, of_field

_FROM = words("population.from")
_ARTICLES = words("population.articles")
_OTHER_GROUP = words("population.other_group")
_COMPARING = words("population.comparing")


class Population(NamedTuple):
    """Score, gap code (`missing`, `no_bound` or empty), the span that shows it, the unit found."""

    score: int
    code: str
    span: Span | None
    unit: Cue | None


def find(reading: Reading, relation: Relation | None) -> Population:
    """Score a text's population. What sets compared groups apart is no bound of theirs."""
    named = reading.all("named")
    if named:
        return Population(2, "", named[0][:2], None)
    cause = relation.independent if relation else None
    units = [unit for unit in reading.all("units") if counts(reading, unit)]
    units.sort(key=lambda unit: _within(unit, cause))  # `CODE REVIEW reduces bugs in TEAMS`
    for unit in units:
        span = bounded(reading, unit, _is_contrasted(reading, unit, relation))
        if span is not None:
            return Population(2, "", span, unit)
    nominal = _nominal(reading) or _of_one(reading)
    if nominal is not None:
        return Population(2, "", nominal, None)
    first = next(iter(units), None)
    span = ages.find(reading) or _placed(reading, units)
    if span is not None:
        return Population(2, "", _with_unit(first, span), first)
    if first is not None:
        return Population(1, "no_bound", first[:2], first)
    return Population(0, "missing", None, None)


def _with_unit(unit: Cue | None, span: Span) -> Span:
    """A bound together with the unit right before it: `adultos` + `de 18 a 40 anos`."""
    return (unit.start, span[1]) if unit and unit.end == span[0] else span


def _within(unit: Cue, span: Span | None) -> bool:
    return span is not None and span[0] <= unit.start < span[1]


def _is_contrasted(reading: Reading, unit: Cue, relation: Relation | None) -> bool:
    """Whether the unit opens a comparison of groups: `sedentary adults ... than active ones`."""
    if relation is None or relation.form not in ("verb", "comparative"):
        return False
    if not _within(unit, relation.independent):
        return False
    behind = reading.keys[unit.end : reading.sentence_span(unit.start)[1]]
    return "than" in behind or ("que" in behind and not _COMPARING.isdisjoint(behind))


def _nominal(reading: Reading) -> Span | None:
    """A bound that stands for its unit: `em asmáticos`, `in diabetics`."""
    for cue in reading.all("bounds"):
        if not cue.start or reading.keys[cue.start - 1] not in _FROM or not of_field(reading, cue):
            continue
        if cue.start > 1 and reading.keys[cue.start - 2] in _OTHER_GROUP:
            continue
        if reading.keys[cue.start] in PLAIN or reading.starting("vague_nouns", cue.start):
            continue  # `em idosos`, `das técnicas`
        last = cue.end - 1 if reading.is_content(cue.end - 1) else cue.start  # `portadores de`
        plural = reading.words.folds[last].endswith("s")
        followed = cue.end < reading.size and reading.is_content(cue.end)
        if plural and not (followed and reading.lexicon.language == "en"):
            return cue[:2]
    return None


def _of_one(reading: Reading) -> Span | None:
    """`X of a single Y`, whatever X is: the place or body bounds it."""
    for cue in reading.all("same"):
        before = cue.start - 1
        while before > 0 and reading.keys[before] in _ARTICLES:
            before -= 1
        if before < 1 or reading.keys[before] not in _FROM or not reading.is_content(before - 1):
            continue
        for place in range(cue.end, min(reading.size, cue.end + 3)):
            for category in ("settings", "units", "places"):
                body = reading.starting(category, place)
                if body is not None:
                    return before - 1, body.end
    return None


def _placed(reading: Reading, units: list[Cue]) -> Span | None:
    """A place named in a unit's sentence bounds it: `in Brazil, teams that ...`."""
    for cue in reading.all("places"):
        if cue.start and reading.keys[cue.start - 1] in _FROM:
            for unit in units:
                if reading.sentence(unit.start) == reading.sentence(cue.start):
                    return min(unit.start, cue.start), max(unit.end, cue.end)
    return None
