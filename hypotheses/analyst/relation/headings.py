"""Relations of headings, registry entries and lists, which have no verb of their own."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import AND, IN, first
from hypotheses.analyst.relation.types import Relation

_WITH = frozenset(("with", "com"))
_TURNS = words("shared.of") | IN | _WITH
_JOINS = AND - _WITH
_PAIR_ENDS = words("shared.be") | {":"}
_VERSUS = frozenset(("versus", "vs"))
_HEADING = 3  # a heading of fewer content words names nothing that is done


def versus(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """A heading such as `B of A1 versus A2`, `comparison of A1 and A2: B`."""
    if _VERSUS.isdisjoint(reading.held):
        return
    for index in range(sentence[0] + 2, sentence[1] - 1):
        if reading.keys[index] not in _VERSUS:
            continue
        turn = first(reading, _TURNS, (sentence[0] + 1, index))
        if turn is not None:
            at = (index, index + 1)
            yield Relation("difference", (turn + 1, sentence[1]), (sentence[0], turn), at)


def joined(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A and B are linked`, `A and B: is there an association?`."""
    joint = first(reading, _JOINS, (sentence[0] + 1, sentence[1]))
    if joint is None:
        return
    for cue in reading.all("pair_nouns", "participle_change"):
        if joint < cue.start < sentence[1] and cue.end >= sentence[1] - 3:
            stop = first(reading, _PAIR_ENDS, (joint + 1, cue.start)) or cue.start
            yield Relation("pair", (sentence[0], joint), (joint + 1, stop), cue[:2])


def listed_outcome(reading: Reading) -> Iterator[Relation]:
    """A heading that names what is done, and a later sentence that names what is measured."""
    if reading.last_sentence < 1:
        return
    heading = reading.sentence_span(0)
    if len(reading.content(heading)) < _HEADING:
        return
    for cue in reading.all("measured_by", "outcome_words"):
        if cue.start < heading[1]:
            continue
        sentence = reading.sentence_span(cue.start)
        named = reading.inside("constructs", sentence) or reading.inside("measures", sentence)
        if named:
            yield Relation("listed", heading, named[0][:2], cue[:2])
