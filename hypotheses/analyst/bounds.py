"""What bounds a unit: a qualifier before it, or a place, setting, condition or period behind it."""

from __future__ import annotations

from hypotheses.analyst.categories import CHANGE_VERBS, COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.persons import bounds_itself, says_age, suffered
from hypotheses.analyst.reading import Reading, Span

_FROM = words("population.from")
_ARTICLES = words("population.articles")
_INSTRUMENTS = words("population.instruments")
_OURS = words("population.ours")
_DASHES = frozenset("-–")
_CENTURIES = ("18", "19", "20")
_TAIL = 12  # how many words after a unit may bound it
_LEAD = 4
_PLACES = frozenset(("demonyms", "places"))
_QUALIFIERS = _PLACES | {"bounds"}
_BINDING = ("bounds", "demonyms", "bound_participles", "same")
_ANY_BINDING = frozenset(_BINDING)
_PLACING = ("demonyms", "same")
_STATED = CHANGE_VERBS | {"verb_link"}
_TAIL_ENDS = frozenset(
    ("verb_up", "verb_down", "verb_beat", "verb_link", "measured_by", "comparators")
)


def bounded(reading: Reading, unit: Cue, contrasted: bool) -> Span | None:
    """The unit with its bound, or None. In a contrast only places, settings and names bound."""
    if not contrasted and bounds_itself(reading, unit):
        return unit[:2]
    before = _before(reading, unit, contrasted)
    if before is not None:
        return before, unit.end
    after = _after(reading, unit, contrasted)
    return None if after is None else (unit.start, after)


def _before(reading: Reading, unit: Cue, contrasted: bool) -> int | None:
    """A qualifier right before the unit: `Brazilian teams`, `AAPL daily prices`."""
    start = reading.sentence_span(unit.start)[0]
    kinds = _PLACES if contrasted else _QUALIFIERS
    for index in range(unit.start - 1, max(start, unit.start - _LEAD) - 1, -1):
        if reading.keys[index] in _OURS:
            return index
        if not reading.is_word(index) or reading.keys[index] in reading.lexicon.function_words:
            return None
        if _named_in_english(reading, index, unit):
            return index
        if reading.opens(kinds, index) and not says_age(reading, index, unit):
            return index
        if reading.opens(_STATED, index):
            return None
    return None


def _named_in_english(reading: Reading, index: int, unit: Cue) -> bool:
    """Whether a setting or a name stands before its noun, as English puts it."""
    if reading.lexicon.language != "en":
        return False
    setting = reading.starting("settings", index)
    return (
        (setting is not None and setting.end <= unit.start)
        or reading.is_name(index)
        or suffered(reading, index, unit)
    )


def _after(reading: Reading, unit: Cue, contrasted: bool) -> int | None:
    """The end of a bound behind the unit: a place, a setting, a condition, a period."""
    limit = _tail_end(reading, unit)
    for index in range(unit.end, limit):
        end = _bound_at(reading, index, unit, limit, contrasted)
        if end is not None:
            return min(end, limit)
    return None


def _tail_end(reading: Reading, unit: Cue) -> int:
    """How far the unit's phrase may reach: to a verb, a comparison or the sentence's end."""
    end = min(reading.sentence_span(unit.start)[1], unit.end + _TAIL)
    for index in range(unit.end, end):
        if reading.keys[index] == ":":
            return index
        if reading.opens(_TAIL_ENDS, index) and not reading.starting("bound_participles", index):
            return index
    return end


def _bound_at(reading: Reading, index: int, unit: Cue, limit: int, contrasted: bool) -> int | None:
    """The end of a bound that starts at a token, whatever its kind."""
    bound = None
    if reading.opens(_ANY_BINDING, index):
        bound = _binding(reading, index, unit, limit, contrasted)
    bound = bound or _led(reading, index, unit)
    if bound is not None:
        return bound
    if (
        not _FROM.isdisjoint(reading.keys[unit.end : index])
        and reading.is_name(index)
        and not _in_measure(reading, index)
    ):
        return index + 1
    if index == unit.end + 1 and not contrasted:
        return _condition(reading, index)
    return None


def _binding(reading: Reading, index: int, unit: Cue, limit: int, contrasted: bool) -> int | None:
    """A word that bounds by itself: `small`, `Brazilian`, `diagnosed with ...`, `same ...`."""
    for category in _PLACING if contrasted else _BINDING:
        cue = reading.starting(category, index)
        if cue is None:
            continue
        if category == "bounds" and (
            index - unit.end > 2
            or says_age(reading, index, unit)
            or reading.opens(COMPARED, index - 1)
        ):
            continue  # `more integrated` compares, `idosas` says an age; they bound nothing
        if category in ("same", "bound_participles") and not _follows(reading, cue, limit):
            continue
        return _phrase_end(reading, cue.end, limit)
    return None


def _led(reading: Reading, index: int, unit: Cue) -> int | None:
    """A place, a setting or a year behind a preposition: `in Brazil`, `at a hospital`."""
    previous = reading.keys[index - 1]
    if previous in _OURS and reading.is_content(index):
        return index + 1  # `in OUR lab`, `that MY team ships`
    led = reading.keys[index - 2] if previous in _ARTICLES and index - 1 > unit.end else previous
    if led not in _FROM:
        return None
    for category in ("places", "settings"):
        cue = reading.starting(category, index)
        if cue is not None and not (cue.start < unit.end and unit.start < cue.end):
            return cue.end
    return index + 1 if _is_year(reading.keys[index]) else None


def _in_measure(reading: Reading, index: int) -> bool:
    """Whether a name belongs to an instrument: `the STROOP test`."""
    around = reading.keys[index + 1 : index + 2] + reading.keys[index - 1 : index]
    return not _INSTRUMENTS.isdisjoint(around) or any(
        cue.start <= index < cue.end for cue in reading.all("measures", "symbols")
    )


def _phrase_end(reading: Reading, start: int, limit: int) -> int:
    """The end of the phrase that a bound opens: `diagnosed` + `with diabetes`, `aged` + `40-60`."""
    end, content = start, 0
    while end < limit and content < 2 and (reading.is_word(end) or reading.keys[end] in _DASHES):
        content += reading.is_content(end) or reading.keys[end][0].isdigit()
        end += 1
    return max(start, reading.trim((start, end))[1])


def _follows(reading: Reading, cue: Cue, limit: int) -> bool:
    """Whether something is said after `same` or `enrolled`; a bare participle bounds nothing."""
    return cue.end - cue.start > 1 or reading.has_content((cue.end, min(limit, cue.end + 4)))


def _is_year(key: str) -> bool:
    return len(key) == 4 and key.isdigit() and key[:2] in _CENTURIES


def _condition(reading: Reading, index: int) -> int | None:
    """`patients WITH type 2 diabetes`: a state, not a comparison (`with more sleep`)."""
    if not reading.starting("living", index - 1):
        return None
    for place in range(index, min(reading.size, index + 2)):
        if reading.opens(COMPARED, place):
            counted = reading.is_number(place + 1) or reading.is_number(place + 2)
            return place + 2 if counted else None
    return min(reading.size, index + 3) if reading.has_content((index, index + 3)) else None
