"""Aspect `metrics`: what makes the outcome observable."""

from __future__ import annotations

from typing import NamedTuple

from hypotheses.analyst import rates, told
from hypotheses.analyst.categories import CHANGE_VERBS, COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.measures import measures_outcome, only_selects
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import is_noun
from hypotheses.analyst.sections import Sections
from hypotheses.analyst.standing import NONE, PLACEHOLDER
from hypotheses.analyst.variables import Variables

_VERBS = CHANGE_VERBS | {"verb_beat", "verb_equal"}
_CLAIMING = _VERBS | {"verb_link", "comparators"} | COMPARED
_USING = words("metrics.using")
_NO = words("immunity.no_test")
_BY_NOTHING = words("metrics.by_nothing")
_TOLD = 5
_DENIED = 5
_FRAME = 14  # how many words behind `measured by` are shown


class Metrics(NamedTuple):
    """Score, gap code (`missing`, `construct_only`, `negated` or empty), the span shown, and the
    listed outcome that a measure is still wanted for.
    """

    score: int
    code: str
    span: Span | None
    construct: Cue | None


def find(reading: Reading, variables: Variables, sections: Sections) -> Metrics:
    """Score how a text measures its outcome."""
    span = _framed(reading, sections) or rates.find(reading, variables, sections)
    if span is not None:
        return Metrics(2, "", span, None)
    frames = [cue for cue in reading.all("measured_by") if reading.negated(cue.start)]
    refused = {reading.sentence(cue.start) for cue in frames}  # these deny how they would measure
    for cue in reading.all("measures", "statistics", "statistic_words", "symbols"):
        sentence = reading.sentence(cue.start)
        if _is_refused(reading, cue) or _is_denied(reading, cue):
            refused.add(sentence)
        elif sentence not in refused and measures_outcome(reading, cue, variables, sections):
            return Metrics(2, "", cue[:2], None)
    span = None if refused else told.find(reading, variables, sections)
    return Metrics(2, "", span, None) if span else _construct(reading, variables, bool(refused))


def _framed(reading: Reading, sections: Sections) -> Span | None:
    """`measured by ...` with what follows it."""
    for cue in reading.all("measured_by"):
        if reading.negated(cue.start) or sections.selects(cue.start):
            continue
        if reading.sentence(cue.start) != 0 and only_selects(reading, cue):
            continue
        told = reading.content((cue.end, min(reading.size, cue.end + _TOLD)))
        if told and reading.keys[told[0]] not in _BY_NOTHING:
            return _frame_span(reading, cue)
    return None


def _frame_span(reading: Reading, cue: Cue) -> Span:
    limit = min(reading.sentence_span(cue.start)[1], cue.end + _FRAME)
    end = cue.end
    while end < limit and reading.keys[end] not in (",", ")", "("):
        end += 1
    return cue.start, reading.trim((cue.start, end))[1]


def _is_refused(reading: Reading, cue: Cue) -> bool:
    """`no SCALE`, `without the index`; `does NOT CHANGE the rate` claims sameness."""
    if not reading.all("negators"):
        return False
    sentence = reading.sentence_span(cue.start)[0]
    for place in range(cue.start - 1, max(sentence, cue.start - _DENIED) - 1, -1):
        if reading.opens(_CLAIMING, place):
            return False
        if reading.starting("negators", place) is not None:
            return True
    return False


def _is_denied(reading: Reading, cue: Cue) -> bool:
    """`we will not use the PSQI, actigraphy or ...`: the whole list is denied."""
    start = reading.sentence_span(cue.start)[0]
    return any(
        reading.keys[negator.start] not in _NO  # `in NO group assessed`
        and any(key[:4] in _USING for key in reading.keys[negator.start + 1 : negator.start + 4])
        for negator in reading.inside("negators", (start, cue.start))
    )


def _construct(reading: Reading, variables: Variables, denied: bool) -> Metrics:
    """What is left without a measure: the outcome as a concept, if any."""
    if variables.dependent == PLACEHOLDER:
        return Metrics(0, "missing", None, None)
    constructs = [
        cue
        for cue in reading.all("constructs")
        if not _is_verb(reading, cue) and not _in_factor(reading, cue)
    ]
    relation = variables.relation
    outcome = relation.dependent if relation is not None else None
    inside = [c for c in constructs if _within(c, outcome)]
    cause = relation.independent if relation is not None and outcome is not None else None
    outside = [c for c in constructs if not (_within(c, cause) and cause and c.end <= cause[1])]
    chosen = next(iter(inside or outside), None)
    code = "negated" if denied else "construct_only"
    if outcome is not None and variables.dependent != NONE:
        return Metrics(1, code, chosen[:2] if chosen else reading.trim(outcome), chosen)
    if chosen is not None:
        return Metrics(1, code, chosen[:2], chosen)
    return Metrics(0, "negated" if denied else "missing", None, None)


def _within(cue: Cue, span: Span | None) -> bool:
    """Whether a cue starts in a span."""
    return span is not None and span[0] <= cue.start < span[1]


def _in_factor(reading: Reading, cue: Cue) -> bool:
    """Whether the word belongs to a longer factor: `BUY and hold`."""
    return any(
        factor.start <= cue.start and cue.end <= factor.end and cue[:2] != factor[:2]
        for factor in reading.all("factors")
    )


def _is_verb(reading: Reading, cue: Cue) -> bool:
    """`improves` is listed with its outcome, but names none by itself."""
    return (
        cue.end - cue.start == 1 and reading.opens(_VERBS, cue.start) and not is_noun(reading, cue)
    )
