"""Relations that a verb of change claims: `A reduces B`, `B falls after A`, `reduced B with A`."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import (
    IN,
    adjunct,
    clause_end,
    clause_start,
    is_noun,
    population_start,
)
from hypotheses.analyst.relation.types import Relation

_OF = words("shared.of")
_THAT = words("relation.that")
_OF_OR_IN = words("shared.of") | IN
_IN_OR_ON = IN | words("relation.on")
_LEVELS = words("comparison.levels") | words("relation.levels")
_GOVERNING = words("relation.governing")
_GOVERNED = _IN_OR_ON | words("relation.governed")
_NEAR = 5
_BEFORE_OUTCOME = words("relation.before_outcome")


def verbal(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A reduces B`, `B falls after A`, `B was reduced by A`."""
    last = -1
    for cue in reading.all("verb_up", "verb_down", "verb_change", "verb_beat", "verb_equal"):
        if cue.end <= last:
            continue  # `BRING in`: the longer verb is meant
        last = cue.end
        if not sentence[0] <= cue.start < sentence[1] or is_noun(reading, cue):
            continue
        left = (clause_start(reading, sentence[0], cue.start), cue.start)
        end = clause_end(reading, cue.end, sentence[1])
        after = cue.end + _governs(reading, cue)  # `interfere NO tempo`
        aside = adjunct(reading, (after, end))
        named = (after, end if aside is None else aside)
        if aside is None and (level := _level_end(reading, cue.end, end)):
            rest = (level, sentence[1])
            cause = rest if _says(reading, rest) else None
            yield Relation("intransitive", cause, left, cue[:2])
        elif reading.has_content(named):
            stop = population_start(reading, cue.end, end)
            form = "comparative" if _beats_that_of(reading, cue) else "verb"
            yield Relation(form, left, (cue.end, max(stop, cue.end + 1)), cue[:2])
        elif aside is not None and _names_measure(reading, (aside, end)):
            yield Relation("verb", left, (aside, end), cue[:2])
        elif aside is not None:
            yield Relation("intransitive", (aside, sentence[1]), left, cue[:2])
        else:
            other = _other_clause(reading, sentence, left, end)
            yield Relation("intransitive", other, left, cue[:2])


def _governs(reading: Reading, cue: Cue) -> bool:
    """Whether a verb's preposition stands behind it: `acts ON`, `interfere NO`."""
    led = cue.end < reading.size and reading.keys[cue.end] in _GOVERNED
    return led and cue.entries[0].data in _GOVERNING


def _level_end(reading: Reading, start: int, end: int) -> int | None:
    """Where `falls BELOW 5 %` ends: a level of the subject, no object."""
    if start >= end or reading.keys[start] not in _LEVELS:
        return None
    place = next((i for i in range(start, min(end, start + 3)) if reading.is_number(i)), None)
    return None if place is None else min(end, place + 2)


def _names_measure(reading: Reading, span: Span) -> bool:
    """`gains more ON THE READING TEST`, `saw a drop IN THE HOMICIDE RATE`: the outcome."""
    near = (span[0], min(span[1], span[0] + _NEAR))
    return reading.keys[span[0]] in _IN_OR_ON and bool(reading.inside("measures", near))


def _beats_that_of(reading: Reading, cue: Cue) -> bool:
    """`exceeds THAT OF ...`, `supera A DE ...`: the outcome stands before the verb."""
    that, of = (*reading.keys[cue.end : cue.end + 2], "", "")[:2]
    beats = reading.opens(frozenset(("verb_beat",)), cue.start)
    return beats and that in _THAT and of in _OF


def _other_clause(reading: Reading, sentence: Span, left: Span, end: int) -> Span | None:
    """What else the sentence holds beside `B rises`: before it (`after A, ...`) or behind it."""
    for span in ((sentence[0], left[0]), (end, sentence[1])):
        if reading.has_content(span) and not _opens_claim(reading, span):
            return span
    return None


def _opens_claim(reading: Reading, span: Span) -> bool:
    """Whether a span is but an opener: `em que medida`."""
    return any(cue[:2] == span for cue in reading.inside("claim_openers", span))


def changing(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`reduction of B with A`, `increase in B after A`, `Improving B after A`.

    An outcome listed behind a heading takes its independent variable from the heading.
    """
    for cue in reading.all("change_up_nouns", "change_down_nouns", "verb_up", "verb_down"):
        if not sentence[0] <= cue.start < sentence[1] or cue.end >= sentence[1]:
            continue
        noun = reading.keys[cue.end] in _OF_OR_IN
        if not noun and not _opens_outcome(reading, cue, sentence):
            continue
        end = clause_end(reading, cue.end, sentence[1])
        aside = adjunct(reading, (cue.end + 2, end))
        dependent = (cue.end + noun, end if aside is None else aside)
        heading = reading.sentence_span(0) if sentence[0] > 0 else None
        choices = ((sentence[0], cue.start), (aside, sentence[1]) if aside else None, heading)
        independent = next((c for c in choices if c and _says(reading, c)), None)
        yield Relation("change", independent, dependent, cue[:2])


def _opens_outcome(reading: Reading, cue: Cue, sentence: Span) -> bool:
    """`Reduced pain`, `Improving adherence` at the start of a sentence or behind a colon."""
    opening = cue.start == sentence[0] or reading.keys[cue.start - 1] in _BEFORE_OUTCOME
    return opening and reading.words.folds[cue.start].endswith(("ing", "ed", "ndo"))


def _says(reading: Reading, span: Span) -> bool:
    """Whether a span holds more than `expected outcome` and the like."""
    return any(reading.starting("outcome_words", i) is None for i in reading.content(span))
