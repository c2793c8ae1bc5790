"""Finds what a text claims to be related: the independent and the dependent variable."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.reading import Reading
from hypotheses.analyst.relation import comparative, conditional, headings, named, verbal
from hypotheses.analyst.relation.types import Relation

__all__ = ["Relation", "relations"]

# The forms of a sentence, the surer ones first, each with the cues of which it takes one.
_FORMS = tuple(
    (form, frozenset(categories.split()))
    for form, categories in (
        (named.paired, "pair_nouns"),
        (named.passive, "passive_relations"),
        (named.linked, "verb_change participle_change"),
        (named.effect_of, "effect_nouns"),
        (conditional.conditional, "conditionals"),
        (verbal.verbal, "verb_up verb_down verb_change verb_beat verb_equal"),
        (comparative.comparative, "more less equivalence"),
        (comparative.levelled, "verb_link"),
        (verbal.changing, "change_up_nouns change_down_nouns verb_up verb_down"),
        (headings.versus, ""),
        (headings.joined, "pair_nouns participle_change"),
    )
)


def relations(reading: Reading) -> Iterator[Relation]:
    """All candidate relations, sentence by sentence."""
    held = reading.cues.keys()
    forms = [form for form, takes in _FORMS if not takes or not takes.isdisjoint(held)]
    for sentence in reading.sentences():
        for form in forms:
            yield from form(reading, sentence)
    yield from headings.listed_outcome(reading)
