"""Rates and times that tell an outcome in numbers: `errors per 100 words`, `in fewer minutes`."""

from __future__ import annotations

from hypotheses.analyst.categories import COMPARED
from hypotheses.analyst.doses import is_counted
from hypotheses.analyst.grammar import words
from hypotheses.analyst.measures import in_cause
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.sections import Sections
from hypotheses.analyst.variables import Variables

_MANY = words("metrics.per_many")
_MORE = words("metrics.more")
_PER = frozenset(("per", "por"))
_BRACKETS = frozenset("([")
_JOINING = _PER | _BRACKETS | {"/"}
_COUNTED = frozenset(("time_units", "symbols"))
_BRACKET_REACH = 5
_NEAR = 5
_DENIED = 5  # how many words before a rate may deny it: `NOT by live cover (%)`


def find(reading: Reading, variables: Variables, sections: Sections) -> Span | None:
    """The first rate of an outcome, or else the first time it is told in."""
    return _rate(reading, variables, sections) or _timed(reading, sections)


def _rate(reading: Reading, variables: Variables, sections: Sections) -> Span | None:
    """`errors per 100 words`, `colisões por milhão de km`, `(% of calories)`."""
    if _JOINING.isdisjoint(reading.held):
        return None
    for index in range(1, reading.size - 1):
        if reading.keys[index] in _JOINING and (
            _is_rate(reading, index)
            and not reading.negated(index, _DENIED)
            and not in_cause(index, variables)
            and not sections.selects(index)
        ):
            return index - 1, index + 2
    return None


def _is_rate(reading: Reading, index: int) -> bool:
    """Whether a token joins a quantity to what it is counted by."""
    key, follows = reading.keys[index], reading.keys[index + 1]
    if key in _BRACKETS:
        return "%" in (follows, reading.keys[min(index + 2, reading.size - 1)])
    if key == "/":
        return _in_brackets(reading, index) and reading.opens(_COUNTED, index + 1)
    if key not in _PER or not (reading.is_content(index - 1) or _opens_bracket(reading, index)):
        return False
    if key == "per" and is_counted(reading, index):
        return False  # `three times per week`
    if key == "per":
        return reading.is_number(index + 1) or reading.is_content(index + 1)
    timed = reading.starting("time_units", index + 2) is not None
    if _is_graded(reading, index) and reading.is_content(index + 1):
        return True  # `mais cliques POR visita`, `(passagens POR noite)`
    return follows in _MANY or (follows.isdigit() and not timed)


def _is_graded(reading: Reading, index: int) -> bool:
    """Whether a comparative or a bracket stands a word or two before."""
    if any(reading.opens(COMPARED, place) for place in range(max(0, index - 3), index - 1)):
        return True
    return not _BRACKETS.isdisjoint(reading.keys[max(0, index - 3) : index])


def _opens_bracket(reading: Reading, index: int) -> bool:
    """`(PER 100,000)`."""
    return reading.keys[index - 1] in _BRACKETS


def _in_brackets(reading: Reading, index: int) -> bool:
    """Whether a bracket opens a few words before: `(individuals/km/month)`."""
    return not _BRACKETS.isdisjoint(reading.keys[max(0, index - _BRACKET_REACH) : index])


def _timed(reading: Reading, sections: Sections) -> Span | None:
    """`in fewer minutes`, `(minutos)`: a unit of time that the outcome is told in."""
    for cue in reading.all("time_units", "brief_times"):
        if sections.selects(cue.start) or not cue.start:
            continue
        before = reading.keys[cue.start - 1]
        bracketed = before == "(" and cue.end < reading.size and reading.keys[cue.end] in (")", ",")
        fewer = reading.opens(COMPARED, cue.start - 1) and before not in _MORE
        yearly = before == "a" and reading.holds(COMPARED, (cue.start - _NEAR, cue.start - 2))
        if bracketed or fewer or (yearly and reading.lexicon.language == "en"):
            return cue.start - 1, cue.end
    return None
