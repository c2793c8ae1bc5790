"""How a text tells its outcome by its form: `(kg per flat)`, `from 0 to 10`, `falls below 4 %`.

No listed measure is asked for. Only short texts are read so: a registry entry puts criteria of
inclusion, doses and visits into the same forms.
"""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.categories import COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.measures import in_cause
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import is_noun
from hypotheses.analyst.sections import Sections
from hypotheses.analyst.variables import Variables

_PER = words("metrics.per")
_RANGE = words("metrics.range")
_SCALE_STARTS = frozenset(("0", "1"))
_SCALE_ENDS = words("metrics.scale_ends")
_TO_LEVEL = words("metrics.to_level")
_LEADS_LEVEL = _TO_LEVEL | words("metrics.leads_level")
_MORE_OR_LESS = words("comparison.levels")
_BEFORE_TIME = _PER | {"in", "em", ","}
_MONEY = frozenset("$€£")
_TIMES = frozenset(("time_units", "brief_times"))
_UNITS = _TIMES | {"symbols"}
_NAMED = frozenset(("measures", "statistics", "statistic_words"))
_MOVES = ("verb_up", "verb_down", "verb_equal")
_LONG = 2  # sentences
_INSIDE = 12  # words of a bracket that are looked at
_ALONE = 2
_LEVEL_REACH = 7
_DENIED = 5


def find(reading: Reading, variables: Variables, sections: Sections) -> Span | None:
    """The first form that tells the outcome, where it is neither cause nor denied."""
    if reading.last_sentence > _LONG:
        return None
    for form in (_bracketed, _scaled, _levelled, _compared):
        for start, end in form(reading):
            if not (
                in_cause(start, variables)
                or sections.selects(start)
                or reading.negated(start, _DENIED)
            ):
                return start, end
    return None


def _bracketed(reading: Reading) -> Iterator[Span]:
    """`(hours from opening to merge)`, `(BRL per litre)`, `(0 to 10)`; not `(400 mg)`."""
    if "(" not in reading.held:
        return
    for index in range(1, reading.size - 1):
        if reading.keys[index] != "(":
            continue
        end = index + 1
        while end < min(reading.size, index + _INSIDE) and reading.keys[end] != ")":
            end += 1
        if any(_tells(reading, place, index, end) for place in range(index + 1, end)):
            yield index, end


def _tells(reading: Reading, place: int, start: int, end: int) -> bool:
    """Whether a word in brackets is a unit, a rate, a measure or the start of a scale."""
    key = reading.keys[place]
    counted = reading.is_number(place - 1) or reading.keys[place - 1] in "-–"
    if reading.opens(_TIMES, place):
        opens = place == start + 1 or reading.keys[place - 1] in _BEFORE_TIME
        return opens and not _numbered(reading, start, end)
    if key == "%" or reading.starting("symbols", place):
        return not counted
    if key in _PER:
        return place + 1 < end and not any(map(reading.is_number, range(start, place)))
    if key in _MONEY:
        return not _numbered(reading, place, end)
    alone = end - start <= _ALONE  # `(BDNF)` only abbreviates
    return (
        reading.opens(_NAMED, place)
        and not counted
        and not alone
        and not _numbered(reading, place, end)
    )


def _numbered(reading: Reading, place: int, end: int) -> bool:
    """Whether a number stands behind in the bracket: `(score > 24)` selects."""
    return any(reading.is_number(behind) for behind in range(place + 1, end))


def _scaled(reading: Reading) -> Iterator[Span]:
    """`from 0 to 10`, `1-7`: the ends of a scale; not of an age or a time."""
    if _SCALE_STARTS.isdisjoint(reading.held):
        return
    for index in range(reading.size - 2):
        low, joint, high = reading.keys[index : index + 3]
        if low in _SCALE_STARTS and joint in _RANGE and high in _SCALE_ENDS:
            behind = index + 3
            if behind >= reading.size or not (
                reading.opens(_TIMES, behind) or reading.keys[behind] == "%"
            ):
                yield index, behind


def _levelled(reading: Reading) -> Iterator[Span]:
    """`falls below 4 %`, `cai de 14 para menos de 5 minutos`, `10 % lower`."""
    for cue in reading.all(*_MOVES):
        if is_noun(reading, cue):
            continue
        end = min(reading.sentence_span(cue.start)[1] - 1, cue.end + _LEVEL_REACH)
        for place in range(cue.end, end):
            if reading.is_number(place):
                timed = reading.opens(_TIMES, place + 1)
                led = _TO_LEVEL if timed else _LEADS_LEVEL
                told = timed or reading.keys[place + 1] == "%" or reading.opens(_UNITS, place + 1)
                if told and not led.isdisjoint(reading.keys[cue.end : place]):
                    yield cue.start, place + 2
            elif reading.keys[place] not in _LEADS_LEVEL and not reading.opens(_UNITS, place):
                break
    for index in range(1, reading.size - 1) if "%" in reading.held else ():
        if reading.keys[index] == "%" and reading.is_number(index - 1):
            behind = reading.keys[index + 1]
            if reading.opens(COMPARED, index + 1) or behind in _MORE_OR_LESS:
                yield index - 1, index + 2


def _compared(reading: Reading) -> Iterator[Span]:
    """`eat more grams of`, `olham por mais segundos`: the comparative counts units."""
    for cue in reading.all("more", "less"):
        counts = cue.end < reading.size and reading.opens(_UNITS, cue.end)
        if counts and cue.start and reading.keys[cue.start - 1] not in _RANGE:
            yield cue.start, cue.end + 1
