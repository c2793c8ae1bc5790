"""What the lexicon can offer for each gap of a text; None where only the author can say."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.lexicon.compile import GENERAL
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.lexicon.schema import Construct, Factor, FieldLexicon
from hypotheses.analyst.reading import Reading
from hypotheses.analyst.text import split

@dataclass(frozen=True, slots=True)
class Offer:
    """Phrases the structurer may put in, each marked as suggested."""

    field: str | None
    population: str | None = None
    measure: str | None = None
    comparator: str | None = None
    window: str | None = None


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
        window=lexicon.windows[0] if lexicon.windows else None,
    )


def _best_for(ranked: list[str], construct: Cue | None) -> str:
    """The likeliest field that knows the outcome; else the likeliest."""
    if construct is not None:
        knowing = {entry.field for entry in construct.entries}
        for name in ranked:
            if name in knowing:
                return name
    return ranked[0]


def _population(reading: Reading, lexicon: FieldLexicon, unit: Cue | None) -> str | None:
    key = reading.lexicon.key
    if unit is None:
        return lexicon.populations[0].text if lexicon.populations else None
    wanted = [reading.keys[i] for i in range(unit.start, unit.end)]
    for population in lexicon.populations:
        if any(
            _holds([key(fold) for fold in split(text).folds], wanted)
            for text in (population.text, *population.units)
        ):
            return population.text
    return None


def _holds(keys: list[str], wanted: list[str]) -> bool:
    size = len(wanted)
    return any(keys[i : i + size] == wanted for i in range(len(keys) - size + 1))


def _measure(construct: Cue | None, field: str) -> str | None:
    if construct is None:
        return None
    for entry in construct.entries:
        if entry.field == field and isinstance(entry.data, Construct):
            return entry.data.measure
    data = construct.data
    return data.measure if isinstance(data, Construct) and construct.entries[0].field != GENERAL else None


def _factor(reading: Reading, field: str) -> Factor | None:
    for cue in reading.all("factors"):
        for entry in cue.entries:
            if entry.field == field and isinstance(entry.data, Factor):
                return entry.data
    return None
