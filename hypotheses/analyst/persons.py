"""Units that are persons, and what a term for them or the words before them say of their state."""

from __future__ import annotations

from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading

_PERSONS = words("population.persons")
_AGES = words("population.ages")
PLAIN = _PERSONS | _AGES  # words for persons that say nothing else of them


def names_person(reading: Reading, unit: Cue) -> bool:
    """Whether the head of a unit is a person: `hemodialysis PATIENT`, `PESSOA com diabetes`."""
    head = unit.end - 1 if reading.lexicon.language == "en" else unit.start
    return reading.keys[head] in _PERSONS


def bounds_itself(reading: Reading, unit: Cue) -> bool:
    """`HEMODIALYSIS patient`, `pessoa COM DIABETES`: the term names a person's state."""
    return names_person(reading, unit) and not PLAIN.issuperset(reading.keys[unit.start : unit.end])


def says_age(reading: Reading, index: int, unit: Cue) -> bool:
    """`ELDERLY patients`, `elderly WOMEN`: beside a person, a word for persons bounds nobody."""
    key = reading.keys[index]
    return key in _AGES or (key in _PERSONS and reading.keys[unit.end - 1] in PLAIN)


def suffered(reading: Reading, index: int, unit: Cue) -> bool:
    """`FIBROMYALGIA patients`: what a field is about, right before the persons that have it."""
    return names_person(reading, unit) and any(
        cue.start <= index and cue.end == unit.start for cue in reading.all("topics", "constructs")
    )
