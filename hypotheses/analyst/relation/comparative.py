"""Relations that a comparison claims: `A is faster`, `B is higher in A than in C`."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst import levels
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.qualifying import only_qualifies
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import adjunct, clause_end, clause_start
from hypotheses.analyst.relation.types import Relation

_COUNTING = words("relation.counting")
_BEFORE_BOUND = words("direction.before_bound")


def comparative(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A is faster`, `A has lower B than C`, `B is higher in A than in C`."""
    for cue in reading.all("more", "less", "equivalence"):
        if not sentence[0] <= cue.start < sentence[1] or _counts(reading, cue):
            continue
        if only_qualifies(reading, cue):
            continue  # `at LEAST 5 %`, `LOWER limb`
        left = (clause_start(reading, sentence[0], cue.start), cue.start)
        end = clause_end(reading, cue.end, sentence[1])
        aside = adjunct(reading, (cue.end, end))
        named = (cue.end, end if aside is None else aside)
        if reading.has_content(named):
            yield Relation("comparative", left, (cue.start, named[1]), cue[:2])
        elif aside is not None and reading.has_content((aside, sentence[1])):
            yield Relation("comparative", (aside, sentence[1]), left, cue[:2])
        elif end < sentence[1] and len(reading.content(left)) > 1:
            yield Relation("comparative", left, (left[0], cue.end), cue[:2])
        else:
            yield Relation("comparative", left, (cue.start, cue.end), cue[:2])


def levelled(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A reaches an accuracy at least 3 points ABOVE C`."""
    at = levels.level(reading)
    if at is None or not sentence[0] <= at[0] < sentence[1]:
        return
    verbs = [c for c in reading.inside("verb_link", (sentence[0], at[0])) if c.end < at[0]]
    for cue in verbs[-2:]:
        if reading.has_content((cue.end, at[0])):
            left = (clause_start(reading, sentence[0], cue.start), cue.start)
            yield Relation("comparative", left, (cue.end, at[0]), cue[:2])


def _counts(reading: Reading, cue: Cue) -> bool:
    """`more than a thousand stars`: a count, not a comparison."""
    if cue.start and reading.keys[cue.start - 1] in _BEFORE_BOUND:
        return True  # `at least 30`
    if cue.end >= reading.size or reading.keys[cue.end] not in _COUNTING:
        return False
    return any(reading.is_number(i) for i in range(cue.end + 1, min(reading.size, cue.end + 3)))
