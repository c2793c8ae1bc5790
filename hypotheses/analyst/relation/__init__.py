"""Finds what a text claims to be related: the independent and the dependent variable."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.reading import Reading
from hypotheses.analyst.relation import comparative, conditional, headings, named, verbal
from hypotheses.analyst.relation.types import Relation

__all__ = ["Relation", "relations"]

# The forms of a sentence, the surer ones first.
_FORMS = (
    named.paired,
    named.passive,
    named.linked,
    named.effect_of,
    conditional.conditional,
    verbal.verbal,
    comparative.comparative,
    comparative.levelled,
    verbal.changing,
    headings.versus,
    headings.joined,
)


def relations(reading: Reading) -> Iterator[Relation]:
    """All candidate relations, sentence by sentence."""
    for sentence in reading.sentences():
        for form in _FORMS:
            yield from form(reading, sentence)
    yield from headings.listed_outcome(reading)
