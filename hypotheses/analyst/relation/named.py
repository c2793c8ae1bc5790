"""Relations that a noun or a passive names: `effect of A on B`, `A is associated with B`."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import (
    AND,
    IN,
    clause_end,
    clause_start,
    first,
    opens_population,
    population_start,
)
from hypotheses.analyst.relation.types import Relation

_OF = words("shared.of")
_ON = words("relation.on")
_BETWEEN = words("relation.between")
_LINKING = words("relation.linking")
_LINKED_TO = words("relation.linked_to")
_ASKS = words("relation.asks")
_HAVE = words("relation.have")
_CAUSAL = words("relation.causal")
_ADVERBS = 4  # words between a linking verb and its preposition, that included


def paired(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`relationship between A and B`, `difference in B between A1 and A2`."""
    for cue in reading.inside("pair_nouns", sentence):
        end = clause_end(reading, cue.end, sentence[1])
        between = first(reading, _BETWEEN, (cue.end, end))
        if between is not None and between > cue.end and reading.has_content((cue.end, between)):
            yield Relation("difference", (between + 1, end), (cue.end, between), cue[:2])
            continue
        opened = between if between is not None else first(reading, _OF, (cue.end, cue.end + 2))
        if opened is None or opened >= end:
            continue
        joined = first(reading, AND, (opened + 2, end))
        if joined is not None:
            stop = population_start(reading, joined + 1, end)
            yield Relation("pair", (opened + 1, joined), (joined + 1, stop), cue[:2])


def linked(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A correlates negatively with B`, `A associa-se positivamente a B`."""
    for cue in reading.all("verb_change", "participle_change"):
        if not sentence[0] <= cue.start < sentence[1] or cue.entries[0].data not in _LINKING:
            continue
        to = first(reading, _LINKED_TO, (cue.end, min(sentence[1], cue.end + _ADVERBS)))
        if to is not None and _only_adverbs(reading, (cue.end, to)):
            start = clause_start(reading, sentence[0], cue.start)
            stop = population_start(reading, to + 1, clause_end(reading, to + 1, sentence[1]))
            yield Relation("associated", (start, cue.start), (to + 1, stop), (cue.start, to + 1))


def _only_adverbs(reading: Reading, span: Span) -> bool:
    return all(reading.keys[i].endswith(("ly", "mente")) for i in reading.content(span))


def passive(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A is associated with B`."""
    for cue in reading.inside("passive_relations", sentence):
        start = clause_start(reading, sentence[0], cue.start)
        end = clause_end(reading, cue.end, sentence[1])
        stop = population_start(reading, cue.end, end)
        sides = ((start, cue.start), (cue.end, stop))
        if not _CAUSAL.isdisjoint(reading.keys[cue.start : cue.end]):
            sides = (sides[1], sides[0])  # `B depends ON A`, `B falls BECAUSE OF A`
        yield Relation("associated", *sides, cue[:2])


def effect_of(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`effect of A on B`, `A has an effect on B`, `efficacy of A in B`."""
    for cue in reading.inside("effect_nouns", sentence):
        if cue.end >= sentence[1]:
            continue
        end = clause_end(reading, cue.end, sentence[1])
        follow = reading.keys[cue.end]
        if follow in _OF:
            independent, dependent = _of_on(reading, (cue.end + 1, end), sentence[1])
            yield Relation("effect", independent, dependent, cue[:2])
        elif follow in _ASKS and (have := first(reading, _HAVE, (cue.end + 2, end))):
            stop = population_start(reading, have + 2, end)
            yield Relation("effect", (cue.end + 1, have), (have + 2, stop), cue[:2])
        elif follow in _ON or follow in IN:
            start = clause_start(reading, sentence[0], cue.start)
            stop = population_start(reading, cue.end + 1, end)
            yield Relation("effect", (start, cue.start), (cue.end + 1, stop), cue[:2])


def _of_on(reading: Reading, phrase: Span, end: int) -> tuple[Span, Span | None]:
    """What the phrase behind `effect of` names as A and, up to the sentence's end, as B."""
    start, stop = phrase
    turn = (
        _turn(reading, (start + 1, stop))
        or first(reading, _ON, (start + 1, end))
        or _behind_aside(reading, (stop, end))
    )
    if turn is None:
        return phrase, None
    return (start, turn), (turn + 1, population_start(reading, turn + 1, end))


def _behind_aside(reading: Reading, span: Span) -> int | None:
    """`effect of A, in contrast with C, IN B`: the preposition behind the second comma."""
    for index in range(span[0] + 1, span[1]):
        if reading.keys[index] in IN and reading.keys[index - 1] == ",":
            return index
    return None


def _turn(reading: Reading, span: Span) -> int | None:
    """The preposition at which `effect of A ON B` turns to B."""
    sure = first(reading, _ON, span)
    if sure is not None:
        return sure
    for index in range(*span):
        if reading.keys[index] in IN and not opens_population(reading, index + 1, span[1]):
            return index
    return None
