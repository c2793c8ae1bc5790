"""Units and rates that tell a dose, a frequency of doing or a place, and no outcome."""

from __future__ import annotations

from hypotheses.analyst.categories import VERBS
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading

_TIMES = words("metrics.times")
_OF = words("shared.of")
_LED = frozenset(("in", "em"))
_GOES_ON = VERBS | {"comparators", "measured_by", "adjuncts"}
_TOLD = frozenset(("symbols", "statistics"))


def is_place(reading: Reading, cue: Cue) -> bool:
    """`em dias distintos`, `in second line`: where or when, no unit that an outcome is told in."""
    led = not _LED.isdisjoint(reading.keys[max(0, cue.start - 1) : cue.start + 1])
    if not led or not reading.opens(_TOLD, cue.start) or cue.end >= reading.size:
        return False
    if reading.keys[cue.end - 1] in _OF:
        return False  # `em NÚMERO DE trincas`
    return reading.is_content(cue.end) and not reading.opens(_GOES_ON, cue.end)


def is_dose(reading: Reading, cue: Cue) -> bool:
    """`48 HOURS OF hospital`, `three times PER WEEK`: how long or often something is done."""
    if not any(reading.starting("time_units", index) for index in range(cue.start, cue.end)):
        return False
    return is_counted(reading, cue.start)


def is_counted(reading: Reading, index: int) -> bool:
    """Whether a number stands before a token, `times` aside: `THREE times (per week)`."""
    before = index - 1
    while before > 0 and reading.keys[before] in _TIMES:
        before -= 1
    return reading.is_number(before)
