"""The time window in which a claim is checked: `within six months`, `2000-2013`."""

from __future__ import annotations

import itertools

from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.sections import Sections

_OF = words("shared.of")
_AMONG_NUMBERS = words("timing.among_numbers")
_AGE = words("timing.age")
_AGED = words("timing.aged")
_AFTER = words("timing.after")
_MILESTONES = words("timing.milestones")
_YEAR = words("timing.year")
_SHORT_UNITS = words("timing.short_units")
_LOOSE = words("timing.loose")
_PER = words("timing.per")
_SINCE = words("timing.since")
_AGE_FROM = 15
_AGED_REACH = 7
_MILESTONE_REACH = 5
_COUNT_REACH = 5  # how many words may count a unit of time


def find(sections: Sections) -> Span | None:
    """The window of a text."""
    for cue in sections.claimed("windows"):
        return cue[:2]
    for cue in sections.claimed("time_units"):
        span = _bounded_time(sections.reading, cue)
        if span is not None:
            return span
    return _milestone(sections) or _period(sections.reading) or _since(sections.reading)


def _bounded_time(reading: Reading, cue: Cue) -> Span | None:
    """`over six months`, `12-week`, `within a season`; not an age, not a dose of minutes."""
    place, counted = _before_count(reading, cue)
    if any(one.start <= cue.start < one.end for one in reading.all("measures")):
        return None  # `six-minute walk test`
    if _is_age(reading, cue) or _belongs_to_noun(reading, cue, place, counted):
        return None
    led = _is_led(reading, place)
    before = reading.keys[place] if led else ""
    dose = cue.end < reading.size and reading.keys[cue.end] in _OF
    if reading.keys[cue.end - 1] in _SHORT_UNITS:
        return (place, cue.end) if led and counted and not dose and before != "de" else None
    numbered = reading.is_number(cue.end)  # `at week 24`
    if before in _LOOSE and not (counted or numbered) and place == cue.start - 1:
        return None  # `in days`: a unit, not a window
    if led and before not in _PER:
        return place, cue.end
    if counted and reading.lexicon.language == "en" and not dose:
        return cue.start - 1, cue.end
    return None


def _before_count(reading: Reading, cue: Cue) -> tuple[int, bool]:
    """The token before the numbers and articles that count a unit (-1 for none), and if any do."""
    place = cue.start - 1
    counted = False
    while place >= 0 and cue.start - place <= _COUNT_REACH:
        number = reading.is_number(place)
        if not number and reading.keys[place] not in _AMONG_NUMBERS:
            break
        counted = counted or number
        place -= 1
    return place, counted


def _is_age(reading: Reading, cue: Cue) -> bool:
    """`40 years old`, `over 18 years`, `anos de idade`: said to be an age, or years enough."""
    after = reading.keys[cue.end : cue.end + 2]
    if after and (after[0] in _AGE or (after[0] in _OF and after[-1] in _AGE)):
        return True
    if not _AGED.isdisjoint(_before(reading, cue, _AGED_REACH)):
        return True
    number = reading.keys[cue.start - 1] if cue.start else ""
    return reading.keys[cue.start] in _YEAR and number.isdigit() and int(number) >= _AGE_FROM


def _before(reading: Reading, cue: Cue, reach: int) -> list[str]:
    """The keys of the few words before a cue in its sentence."""
    return reading.keys[max(reading.sentence_span(cue.start)[0], cue.start - reach) : cue.start]


def _belongs_to_noun(reading: Reading, cue: Cue, place: int, counted: bool) -> bool:
    """`adultos de 18 a 40 anos`, `end of the year`; not `ao longo de um ano`."""
    if (
        place < 0
        or reading.keys[place] not in _OF
        or (counted and reading.keys[cue.start] not in _YEAR)
    ):
        return False
    return not any(
        preposition.end == place + 1 and preposition.end - preposition.start > 1
        for preposition in reading.all("window_prepositions")
    )


def _is_led(reading: Reading, place: int) -> bool:
    """Whether a preposition of time reaches to a token: `over`, `ao longo de`."""
    return place >= 0 and any(
        cue is not None and cue.end > place
        for start in range(max(0, place - 3), place + 1)
        if (cue := reading.starting("window_prepositions", start))
    )


def _milestone(sections: Sections) -> Span | None:
    """`after physical therapy INTERVENTION`: what is done ends the window."""
    reading = sections.reading
    if _AFTER.isdisjoint(reading.held):
        return None
    for index, key in enumerate(reading.keys):
        if key not in _AFTER or sections.criteria(index):
            continue
        end = min(reading.sentence_span(index)[1], index + _MILESTONE_REACH)
        for place in range(index + 1, end):
            if not reading.is_word(place):
                break
            if reading.keys[place] in _MILESTONES:
                return index, place + 1
    return None


def _period(reading: Reading) -> Span | None:
    """`2000-2013`, `from 2015 to 2019`: two years apart."""
    years = [i for i, key in enumerate(reading.keys) if len(key) == 4 and _is_year(key)]
    for first, second in itertools.pairwise(years):
        if second - first <= 3:
            return first, second + 1
    return None


def _since(reading: Reading) -> Span | None:
    """`since 1990`, `desde 2010`."""
    if _SINCE.isdisjoint(reading.held):
        return None
    for index in range(reading.size - 1):
        if reading.keys[index] in _SINCE and _is_year(reading.keys[index + 1]):
            return index, index + 2
    return None


def _is_year(key: str) -> bool:
    return len(key) == 4 and key.isdigit() and key[:2] in ("19", "20")
