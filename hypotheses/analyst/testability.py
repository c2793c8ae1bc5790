"""Aspect `testability`: a direction (or equivalence), and something to hold it against."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst import comparison, direction, levels, timing
from hypotheses.analyst.categories import CHANGE_VERBS, COMPARED
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import Relation
from hypotheses.analyst.sections import Sections

_CLAIMING = CHANGE_VERBS | COMPARED | {"verb_beat", "effect_nouns", "pair_nouns"}


@dataclass(frozen=True, slots=True)
class Testability:
    """Score, gap code (`missing`, `no_comparator`, `no_direction`, `hedged` or empty), spans."""

    __test__ = False

    score: int
    code: str
    direction: Span | None
    comparator: Span | None
    window: Span | None
    hedges: tuple[Span, ...]

    @property
    def span(self) -> Span | None:
        """The span to show as evidence."""
        return self.comparator or self.window or self.direction


def find(sections: Sections, relation: Relation | None) -> Testability:
    """Score whether a text's claim could fail; what only lists criteria is left out."""
    level = levels.level(sections.reading)  # directs and compares at once
    directed = direction.find(sections, relation) or level
    compared = comparison.find(sections, level)
    window = timing.find(sections)
    hedges = _hedges(sections)
    if _only_hedged(sections.reading, hedges):
        directed = None
    score = bool(directed) + bool(compared or window)
    return Testability(score, _code(score, directed, hedges), directed, compared, window, hedges)


def _code(score: int, directed: Span | None, hedges: tuple[Span, ...]) -> str:
    if score == 2:
        return ""
    if hedges:
        return "hedged"
    if score == 0:
        return "missing"
    return "no_comparator" if directed else "no_direction"


def _only_hedged(reading: Reading, hedges: tuple[Span, ...]) -> bool:
    """`may perhaps lower`: a sentence hedged twice claims no direction."""
    sentences = [reading.sentence(start) for start, _ in hedges]
    return len(set(sentences)) < len(sentences)


def _hedges(sections: Sections) -> tuple[Span, ...]:
    """The hedges of the claim; `May` is a month."""
    reading = sections.reading
    return tuple(
        cue[:2]
        for cue in sections.claimed("hedges")
        if not reading.negated(cue.start, 1)
        and _in_claim(reading, cue.start)
        and not (cue.start and reading.words.raw(cue.start) == "May")
    )


def _in_claim(reading: Reading, index: int) -> bool:
    """Whether a word stands in the first sentence, or in one that claims a change or a relation."""
    span = reading.sentence_span(index)
    return span[0] == 0 or reading.holds(_CLAIMING, span)
