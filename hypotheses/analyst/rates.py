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


def find(reading: Reading, variables: Variables, sections: Sections) -> Span | None:
    """The first rate of an outcome, or else the first time it is told in."""
    return _rate(reading, variables, sections) or _timed(reading, sections)


def _rate(reading: Reading, variables: Variables, sections: Sections) -> Span | None:
    """`errors per 100 words`, `colisões por milhão de km`, `(% of calories)`."""
    for index in range(1, reading.size - 1):
        if (
            _is_rate(reading, index)
            and not reading.negated(index)
            and not in_cause(index, variables)
            and not sections.selects(index)
        ):
            return index - 1, index + 2
    return None


def _is_rate(reading: Reading, index: int) -> bool:
    """Whether a token joins a quantity to what it is counted by."""
    key, follows = reading.keys[index], reading.keys[index + 1]
    if key in ("(", "["):
        return follows == "%"
    if key not in ("per", "por") or not reading.is_content(index - 1):
        return False
    if key == "per" and is_counted(reading, index):
        return False  # `three times per week`
    if key == "per":
        return reading.is_number(index + 1) or reading.is_content(index + 1)
    timed = reading.starting("time_units", index + 2) is not None
    return follows in _MANY or (follows.isdigit() and not timed)


def _timed(reading: Reading, sections: Sections) -> Span | None:
    """`in fewer minutes`, `(minutos)`: a unit of time that the outcome is told in."""
    for cue in reading.all("time_units"):
        if sections.selects(cue.start) or not cue.start:
            continue
        before = reading.keys[cue.start - 1]
        bracketed = before == "(" and cue.end < reading.size and reading.keys[cue.end] in (")", ",")
        fewer = reading.opens(COMPARED, cue.start - 1) and before not in _MORE
        if bracketed or fewer:
            return cue.start - 1, cue.end
    return None
