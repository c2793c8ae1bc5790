"""Relations of two clauses: `when A, B rises`."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.categories import CHANGE_VERBS, COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import clause_end, clause_start, first
from hypotheses.analyst.relation.types import Relation

_CHANGES = CHANGE_VERBS | COMPARED | {"participle_up"}
_COMMA = frozenset(",")
# `que SE sentem`: no condition.
_REFLEXIVE = frozenset(tuple(pair.split("/")) for pair in words("relation.reflexive"))


def conditional(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`when A, B rises`; `the more A, the less B`; `B rises when A`."""
    for cue in reading.inside("conditionals", sentence):
        if cue.start and (reading.keys[cue.start], reading.keys[cue.start - 1]) in _REFLEXIVE:
            continue
        comma = first(reading, _COMMA, (cue.end, sentence[1]))
        if comma is not None and reading.has_content((cue.end, comma)):
            stop = clause_end(reading, comma + 1, sentence[1])
            yield Relation("conditional", (cue.end, comma), (comma + 1, stop), cue[:2])
        elif cue.start > sentence[0] and len(reading.keys[cue.start]) > 2:
            left = (clause_start(reading, sentence[0], cue.start), cue.start)
            if reading.holds(_CHANGES, left):
                yield Relation("conditional", (cue.end, sentence[1]), left, cue[:2])
