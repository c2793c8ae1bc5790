"""What the lexicon can offer for each gap of a text; None where only the author can say."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hypotheses.analyst.lexicon.compile import GENERAL, Lexicon
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.lexicon.schema import Construct, Factor, FieldLexicon
from hypotheses.analyst.reading import Reading
from hypotheses.analyst.text import split


class Offer(NamedTuple):
    """Phrases the structurer may put in, each marked as suggested."""

    field: str | None
    population: str | None = None
    measure: str | None = None
    comparator: str | None = None
    fallback: str | None = None


def offer(reading: Reading, construct: Cue | None, unit: Cue | None) -> Offer:
    """What can be offered for a text whose outcome and unit were found (or not)."""
    ranked = reading.fields
    if not ranked:
        return Offer(None)
    name = _best_for(ranked, construct)
    lexicon = reading.lexicon.fields[name]
    factor = _factor(reading, name)
    return Offer(
        field=name,
        population=_population(reading, lexicon, unit),
        measure=_measure(construct, name),
        comparator=factor.comparator if factor else None,
        fallback=lexicon.comparators[0] if lexicon.comparators else None,
    )


def _best_for(ranked: list[str], construct: Cue | None) -> str:
    """The likeliest field that knows the outcome; else the likeliest."""
    knowing = {entry.field for entry in construct.entries} if construct else set()
    return next((name for name in ranked if name in knowing), ranked[0])


def _population(reading: Reading, lexicon: FieldLexicon, unit: Cue | None) -> str | None:
    """The default population, or the first one whose head is the unit the text names."""
    if unit is None:
        return lexicon.populations[0].text if lexicon.populations else None
    wanted = tuple(reading.keys[unit.start : unit.end])
    return _population_of(wanted, lexicon.field, reading.lexicon)


@lru_cache(maxsize=4_096)
def _population_of(unit: tuple[str, ...], field: str, lexicon: Lexicon) -> str | None:
    populations = lexicon.fields[field].populations
    return next((p.text for p in populations if bound_of(p.text, unit, lexicon)), None)


def bound_of(population: str, unit: tuple[str, ...], lexicon: Lexicon) -> str:
    """What follows the unit in a population that has it as its head; empty when it has not.

    `software development teams of a single company`, `team` -> `of a single company`.
    """
    keys, starts, head = _parsed(population, lexicon)
    first = head - len(unit) if lexicon.language == "en" else 0
    after = first + len(unit)
    if first < 0 or keys[first:after] != unit or after >= len(keys):
        return ""
    return population[starts[after] :]


@lru_cache(maxsize=4_096)
def _parsed(population: str, lexicon: Lexicon) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Keys and places of a population's words, and where its first function word stands."""
    words = split(population)
    functions = (i for i, fold in enumerate(words.folds) if fold in lexicon.function_words)
    keys = tuple(lexicon.key(fold) for fold in words.folds)
    return keys, tuple(words.starts), next(functions, 0)


def _measure(construct: Cue | None, field: str) -> str | None:
    if construct is None:
        return None
    for entry in construct.entries:
        if entry.field == field and isinstance(entry.data, Construct):
            return entry.data.measure
    data = construct.data
    return (
        data.measure
        if isinstance(data, Construct) and construct.entries[0].field != GENERAL
        else None
    )


def _factor(reading: Reading, field: str) -> Factor | None:
    for cue in reading.all("factors"):
        for entry in cue.entries:
            if entry.field == field and isinstance(entry.data, Factor):
                return entry.data
    return None
