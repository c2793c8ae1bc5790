"""The direction of a claim: a word of change or comparison that neither bounds nor qualifies."""

from __future__ import annotations

from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.qualifying import only_qualifies
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import Relation
from hypotheses.analyst.sections import Sections

_QUANTITIES = words("direction.quantities")
_PARTICLES = words("direction.particles")
_SEPARABLE = words("direction.separable")
_PARTED = 14
_OUTWARD = ("verb", "effect", "associated")  # forms whose second phrase is the outcome
_DIRECTING_VERBS = frozenset(("verb_up", "verb_down", "verb_beat"))
_DIRECTIONS = (
    "verb_up",
    "verb_down",
    "verb_beat",
    "more",
    "less",
    "change_up_nouns",
    "change_down_nouns",
    "signs",
    "equivalence",
    "verb_equal",
    "participle_up",
    "participle_down",
)


def find(sections: Sections, relation: Relation | None) -> Span | None:
    """The first word that says which way the outcome goes."""
    for cue in sections.claimed(*_DIRECTIONS):
        if not (only_qualifies(sections.reading, cue) or _outcome(sections.reading, cue, relation)):
            return cue[:2]
    return _particle(sections)


def _particle(sections: Sections) -> Span | None:
    """`pulls the open rate UP`: an English verb parted from what directs it."""
    reading = sections.reading
    if reading.lexicon.language != "en" or _PARTICLES.isdisjoint(reading.held):
        return None
    for cue in sections.claimed("verb_change", "verb_up", "verb_link"):
        if cue.entries[0].data not in _SEPARABLE:
            continue
        end = min(reading.sentence_span(cue.start)[1], cue.end + _PARTED)
        for place in range(cue.end, end):
            if reading.keys[place] in _PARTICLES:
                return place, place + 1
    return None


def _outcome(reading: Reading, cue: Cue, relation: Relation | None) -> bool:
    """`affects GROWTH`, `effect on weight LOSS`: the outcome's name, not its direction."""
    if relation is None or relation.dependent is None or relation.form not in _OUTWARD:
        return False
    if reading.starting("signs", cue.start) == cue:
        return False  # `correlates NEGATIVELY with`
    start, end = relation.dependent
    if not start <= cue.start < end or reading.opens(_DIRECTING_VERBS, relation.at[0]):
        return False
    if reading.keys[cue.start] not in _QUANTITIES:
        return False  # `effect on the REDUCTION of pain`
    content = reading.content(relation.dependent)[:2] or [start]
    return cue.start in content
