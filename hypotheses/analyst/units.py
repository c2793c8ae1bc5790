"""Which listed units are what a text studies, and not something else by the same name."""

from __future__ import annotations

from hypotheses.analyst.categories import COMPARED, VERBS
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.compile import GENERAL
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.persons import names_person
from hypotheses.analyst.reading import Reading

_OF = words("shared.of")
_FROM = words("population.from")
_ADJECTIVES = words("population.adjectives")
_THAN = (["do", "que"], ["que", "os"], ["que", "as"])
_FIELDS = 3  # a text is read as being about its likeliest fields
_LONG = 1  # full stops: a registry entry or an abstract


def counts(reading: Reading, unit: Cue) -> bool:
    """Whether a listed unit is the population, not something else by the same name."""
    return (
        of_field(reading, unit)
        and not _second_group(reading, unit)
        and not _part_of_other(reading, unit)
        and not _is_place(reading, unit)
        and not _is_adjective(reading, unit)
    )


def _is_place(reading: Reading, unit: Cue) -> bool:
    """`Recife`; not `recifes de coral`."""
    place = reading.starting("places", unit.start)
    return place is not None and place.end >= unit.end


def _is_adjective(reading: Reading, unit: Cue) -> bool:
    """`avaliação CLÍNICA`, `fatores ASSOCIADOS a`: behind its noun, the word only qualifies."""
    if reading.lexicon.language != "pt" or unit.end - unit.start > 1:
        return False
    if reading.starting("passive_relations", unit.start) is not None:
        return True
    return (
        reading.keys[unit.start] in _ADJECTIVES
        and unit.start > 0
        and reading.is_content(unit.start - 1)
        and not reading.opens(VERBS, unit.start - 1)
    )


def of_field(reading: Reading, unit: Cue) -> bool:
    """Whether the word is a unit in a field the text is about: a `function` is none in medicine."""
    if reading.last_sentence < _LONG or names_person(reading, unit):
        return True
    about = {*reading.fields[:_FIELDS], GENERAL}
    return len(about) == 1 or any(entry.field in about for entry in unit.entries)


def _second_group(reading: Reading, unit: Cue) -> bool:
    """Whether the unit only stands behind `than`: the group that others are compared with."""
    start = reading.sentence_span(unit.start)[0]
    near = reading.keys[max(start, unit.start - 4) : unit.start]
    if not near:
        return False
    return "than" in near or near[-2:] in _THAN or _graded_que(reading, unit, start)


def _graded_que(reading: Reading, unit: Cue, start: int) -> bool:
    """`melhor QUE a abelha`: a `que` right behind a comparative."""
    near = range(max(start + 1, unit.start - 2), unit.start)
    return any(reading.keys[p] == "que" and reading.opens(COMPARED, p - 1) for p in near)


def _part_of_other(reading: Reading, unit: Cue) -> bool:
    """Whether the word belongs to a longer term that is no population: `incremental METHOD`."""
    if reading.covering("time_units", unit) or reading.covering("comparators", unit):
        return True
    for category in ("factors", "constructs", "measures", "windows"):
        cue = reading.covering(category, unit)
        if cue and cue[:2] != unit[:2] and not _names_unit(reading, category, cue, unit):
            return True
    return False


def _names_unit(reading: Reading, category: str, cue: Cue, unit: Cue) -> bool:
    """Whether a longer term holds the unit it is observed in: `crescimento das PLANTAS`."""
    if category == "factors":
        return cue.start > 0 and reading.keys[cue.start - 1] in _FROM
    if category == "constructs":
        return unit.end == cue.end and reading.keys[unit.start - 1] in _OF
    return False
