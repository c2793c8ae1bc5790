"""Levels that others set: `above that of the other classes`, `the same dose as`."""

from __future__ import annotations

from hypotheses.analyst.categories import CLAIM_VERBS
from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span

_LEVELS = words("comparison.levels")
_SAME = words("comparison.same")
_AS = words("comparison.as")
_CLAUSE_OPENERS = words("comparison.clause_openers")
_LEVEL_VERBS = frozenset(("verb_equal", "verb_link", "verb_down", "verb_up"))
_SAME_REACH = 11


def level(reading: Reading) -> Span | None:
    """`stays above that of the other classes`: a level set by others, not by a number."""
    levels = () if _LEVELS.isdisjoint(reading.held) else range(1, reading.size - 1)
    for index in levels:
        if reading.keys[index] not in _LEVELS:
            continue
        before = range(max(0, index - 2), index)
        ahead = range(index + 1, min(reading.size, index + 5))
        verb = any(reading.opens(_LEVEL_VERBS, place) for place in before)
        verb = verb or any(reading.is_number(place) for place in range(max(0, index - 3), index))
        if verb and not any(reading.is_number(place) for place in ahead):
            return index, min(reading.size, index + 2)
    return same(reading)


def same(reading: Reading) -> Span | None:
    """`the same X as`, `o mesmo X que`: no change is claimed, and against what."""
    if _SAME.isdisjoint(reading.held):
        return None
    for index in range(1, reading.size):
        if reading.keys[index] not in _SAME:
            continue
        end = min(reading.sentence_span(index)[1] - 1, index + _SAME_REACH)
        for place in range(index + 2, end):
            if reading.keys[place] in _AS and not opens_clause(reading, place + 1):
                return index, place + 1
    return None


def opens_clause(reading: Reading, index: int) -> bool:
    """Whether what stands there opens a clause of its own."""
    key = reading.keys[index]
    return key in _CLAUSE_OPENERS or key[0].isdigit() or reading.opens(CLAIM_VERBS, index)
