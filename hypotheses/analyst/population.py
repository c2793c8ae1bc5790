"""Aspect `population`: who or what is studied, and what bounds it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hypotheses.analyst.lexicon.compile import GENERAL
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import OF
from hypotheses.analyst.variables import Variables

_AT_AGE = frozenset(
    "at after before since begun started from apos depois antes partir iniciada iniciado aos".split()
)
_OTHER_GROUP = frozenset("o a os as que than those".split())
_ARTICLES = frozenset("a an the um uma o".split())
_DASHES = frozenset("-–")
_BINDING = ("bounds", "demonyms", "bound_participles", "same")
_PLACING = ("demonyms", "same")
_FIELDS = 3  # a text is read as being about its likeliest fields
_LONG = 3  # sentences: a registry entry or an abstract
_TAIL = 12  # how many words after a unit may bound it
_LEAD = 4
_FROM = frozenset(
    "in at from of on among within under across em no na nos nas de do da dos das entre sob para".split()
)
_AGE = {
    "en": re.compile(
        r"\bage[ds]?\b[^.;!?]{0,30}?\d|\b\d+\s*(?:-|–|to|and)\s*\d+[\s-]*(?:years?|yrs?|yo|months?)\b"
        r"(?=[\s-]*(?:old|of age))|\b\d+[\s-]*(?:years?|yrs?|months?)[\s-]*(?:old|of age)|\b\d+\s?y/?o\b"
        r"|(?<!for )(?<!than )\b(?:over|older than|above|under|younger than|at least|below)(?: the age of)? \d+(?![.,]?\d)"
        r"(?: years)?\s*(?:[,.;]|old|of age|who|with|living|in\b|$)"
        r"|\bbetween \d+ (?:and|to) \d+ years|\b(?:over|above) \d+ years (?!of treat|of follow)"
    ),
    "pt": re.compile(
        r"\bidades?\b[^.;!?]{0,40}?\d|\bfaixa etaria\b[^.;!?]{0,40}?\d|\b\d+ anos (?:de idade|ou mais|completos)"
        r"|(?<!ha )\b(?:maior(?:es)?|acima|menor(?:es)?|abaixo|mais|menos|a partir)(?: de| do que| que) \d+ anos"
        r"|\b(?:de|entre|com|ter)\s+\d+\s*(?:-|–|a|e|ate)\s*\d+\s*anos"
        r"|\b\d+\s*(?:-|–)\s*\d+\s*anos|\b\d+ anos e \d+"
    ),
}


@dataclass(frozen=True, slots=True)
class Population:
    """Score, gap code (`missing`, `no_bound` or empty), the span that shows it, the unit found."""

    score: int
    code: str
    span: Span | None
    unit: Cue | None


def find(reading: Reading, variables: Variables | None = None) -> Population:
    """Score a text's population. What sets compared groups apart is no bound of theirs."""
    named = reading.all("named")
    if named:
        return Population(2, "", named[0][:2], None)
    units = [
        unit
        for unit in reading.all("units")
        if _of_field(reading, unit)
        and not _second_group(reading, unit)
        and not _part_of_other(reading, unit)
        and not reading.starting("places", unit.start)
    ]
    units.sort(key=lambda unit: _in_cause(unit, variables))
    for unit in units:
        span = _bounded(reading, unit, _is_contrasted(reading, unit, variables))
        if span is not None:
            return Population(2, "", span, unit)
    nominal = _nominal(reading) or _of_one(reading)
    if nominal is not None:
        return Population(2, "", nominal, None)
    aged = _age(reading)
    if aged is not None:
        return Population(2, "", aged, units[0] if units else None)
    if units:
        placed = _placed(reading, units)
        if placed is not None:
            return Population(2, "", placed, units[0])
        return Population(1, "no_bound", units[0][:2], units[0])
    return Population(0, "missing", None, None)


def _of_field(reading: Reading, unit: Cue) -> bool:
    """Whether the word is a unit in a field the text is about: a `function` is none in medicine."""
    if reading.last_sentence < _LONG:
        return True
    about = {*reading.fields[:_FIELDS], GENERAL}
    return len(about) == 1 or any(entry.field in about for entry in unit.entries)


def _nominal(reading: Reading) -> Span | None:
    """A bound that stands for its unit: `em asmáticos`, `in diabetics`."""
    for cue in reading.all("bounds"):
        if not cue.start or reading.keys[cue.start - 1] not in _FROM or not _of_field(reading, cue):
            continue
        if cue.start > 1 and reading.keys[cue.start - 2] in _OTHER_GROUP:
            continue
        plural = reading.words.folds[cue.end - 1].endswith("s")
        followed = cue.end < reading.size and reading.is_content(cue.end)
        if plural and not (followed and reading.lexicon.language == "en"):
            return cue[:2]
    return None


def _said_of(reading: Reading, cue: Cue, unit: Cue) -> bool:
    """`crescimento das PLANTAS`: the outcome names the unit it is observed in."""
    return unit.end == cue.end and reading.keys[unit.start - 1] in OF


def _of_one(reading: Reading) -> Span | None:
    """`X of a single Y`, whatever X is: the place or body bounds it."""
    for cue in reading.all("same"):
        before = cue.start - 1
        while before > 0 and reading.keys[before] in _ARTICLES:
            before -= 1
        if before < 1 or reading.keys[before] not in _FROM or not reading.is_content(before - 1):
            continue
        for place in range(cue.end, min(reading.size, cue.end + 3)):
            for category in ("settings", "units", "places"):
                body = reading.starting(category, place)
                if body is not None:
                    return before - 1, body.end
    return None


def _placed(reading: Reading, units: list[Cue]) -> Span | None:
    """A place named in a unit's sentence bounds it: `in Brazil, teams that ...`."""
    for cue in reading.all("places"):
        if cue.start and reading.keys[cue.start - 1] in _FROM:
            for unit in units:
                if reading.sentence(unit.start) == reading.sentence(cue.start):
                    return min(unit.start, cue.start), max(unit.end, cue.end)
    return None


def _second_group(reading: Reading, unit: Cue) -> bool:
    """Whether the unit only stands behind `than`: the group that others are compared with."""
    start = reading.sentence_span(unit.start)[0]
    near = reading.keys[max(start, unit.start - 4) : unit.start]
    return "than" in near or near[-2:] in (["do", "que"], ["que", "os"], ["que", "as"])


def _part_of_other(reading: Reading, unit: Cue) -> bool:
    """Whether the word belongs to a longer term that is no population: `incremental METHOD`."""
    return any(
        cue.start <= unit.start
        and unit.end <= cue.end
        and cue.end - cue.start > unit.end - unit.start
        and not (category == "factors" and cue.start and reading.keys[cue.start - 1] in _FROM)
        and not (category == "constructs" and _said_of(reading, cue, unit))
        for category in ("factors", "constructs", "measures", "windows")
        for cue in reading.all(category)
    ) or any(
        cue.start <= unit.start and unit.end <= cue.end
        for cue in reading.all("time_units", "comparators")
    )


def _age(reading: Reading) -> Span | None:
    """An age range in the text bounds persons even where none is named."""
    if not any(character.isdigit() for character in reading.words.text):
        return None
    text = reading.words
    folded = " ".join(text.folds)
    match = _AGE[reading.lexicon.language].search(folded)
    if match is None:
        return None
    first = folded[: match.start()].count(" ")
    if _AT_AGE & set(text.folds[max(0, first - 3) : first + 1]) and not reading.all("units"):
        return None  # `begun at 6 years of age`: when, not who
    return first, min(reading.size, first + match.group().rstrip().count(" ") + 1)


def _in_cause(unit: Cue, variables: Variables | None) -> bool:
    """Whether the unit stands in the independent variable: `CODE REVIEW reduces bugs in teams`."""
    relation = variables.relation if variables else None
    span = relation.independent if relation else None
    return span is not None and span[0] <= unit.start < span[1]


def _is_contrasted(reading: Reading, unit: Cue, variables: Variables | None) -> bool:
    """Whether the unit opens a comparison of groups: `sedentary adults ... than active ones`."""
    relation = variables.relation if variables else None
    if relation is None or relation.independent is None:
        return False
    start, end = relation.independent
    behind = reading.keys[unit.end : reading.sentence_span(unit.start)[1]]
    compared = "than" in behind or (
        "que" in behind and {"mais", "menos", "maior", "menor", "melhor", "pior"} & set(behind)
    )
    return relation.form in ("verb", "comparative") and start <= unit.start < end and bool(compared)


def _bounded(reading: Reading, unit: Cue, contrasted: bool) -> Span | None:
    """The unit with its bound, or None. In a contrast only places, settings and names bound."""
    before = _bound_before(reading, unit, contrasted)
    if before is not None:
        return before, unit.end
    after = _bound_after(reading, unit, contrasted)
    return None if after is None else (unit.start, after)


def _bound_before(reading: Reading, unit: Cue, contrasted: bool) -> int | None:
    """A qualifier right before the unit: `Brazilian teams`, `AAPL daily prices`."""
    sentence = reading.sentence(unit.start)
    for index in range(unit.start - 1, max(-1, unit.start - 1 - _LEAD), -1):
        if reading.sentence(index) != sentence or not reading.is_word(index):
            return None
        if reading.keys[index] in reading.lexicon.function_words:
            return None
        kinds = ("demonyms", "places") if contrasted else ("bounds", "demonyms", "places")
        if any(reading.starting(c, index) for c in kinds):
            return index
        if reading.lexicon.language == "en" and (
            _definite_setting(reading, index, unit) or reading.is_name(index)
        ):
            return index
        if any(
            reading.starting(c, index) for c in ("verb_up", "verb_down", "verb_change", "verb_link")
        ):
            return None
    return None


def _definite_setting(reading: Reading, index: int, unit: Cue) -> bool:
    setting = reading.starting("settings", index)
    return setting is not None and setting.end <= unit.start


def _bound_after(reading: Reading, unit: Cue, contrasted: bool) -> int | None:
    """The end of a bound behind the unit: a place, a setting, a condition, a period."""
    limit = _tail_end(reading, unit)
    for index in range(unit.end, limit):
        end = _bound_at(reading, index, unit, limit, contrasted)
        if end is not None:
            return min(end, limit) if end > limit else end
    return None


def _tail_end(reading: Reading, unit: Cue) -> int:
    """How far the unit's phrase may reach: to the claim's verb, a comparison or the sentence's end."""
    end = min(reading.size, unit.end + _TAIL)
    sentence = reading.sentence(unit.start)
    for index in range(unit.end, end):
        if reading.sentence(index) != sentence or reading.keys[index] == ":":
            return index
        if any(
            reading.starting(c, index)
            for c in (
                "verb_up",
                "verb_down",
                "verb_beat",
                "verb_link",
                "measured_by",
                "comparators",
            )
        ) and not reading.starting("bound_participles", index):
            return index
    return end


def _bound_at(reading: Reading, index: int, unit: Cue, limit: int, contrasted: bool) -> int | None:
    for category in _PLACING if contrasted else _BINDING:
        cue = reading.starting(category, index)
        if cue is None:
            continue
        if category == "bounds" and (index - unit.end > 2 or _compared(reading, index)):
            continue
        if category in ("same", "bound_participles") and not _follows(reading, cue, limit):
            continue
        return _phrase_end(reading, cue.end, limit)
    previous = reading.keys[index - 1]
    led = reading.keys[index - 2] if previous in _ARTICLES and index - 1 > unit.end else previous
    if led in _FROM:
        for category in ("places", "settings"):
            cue = reading.starting(category, index)
            if cue is not None and not _overlaps(cue, unit):
                return cue.end
        if _is_year(reading, index):
            return index + 1
    if (
        reading.is_name(index)
        and not _in_measure(reading, index)
        and any(reading.keys[place] in _FROM for place in range(unit.end, index))
    ):
        return index + 1
    if previous in reading.lexicon.function_words and index == unit.end + 1 and not contrasted:
        return _condition(reading, index)
    return None


def _in_measure(reading: Reading, index: int) -> bool:
    """Whether a name belongs to an instrument: `the STROOP test`."""
    around = reading.keys[index + 1 : index + 2] + reading.keys[index - 1 : index]
    return bool({"test", "teste", "task", "tarefa", "scale", "escala"} & set(around)) or any(
        cue.start <= index < cue.end for cue in reading.all("measures")
    )


def _compared(reading: Reading, index: int) -> bool:
    """`more integrated` compares; it bounds nothing."""
    return any(reading.starting(c, index - 1) for c in ("more", "less"))


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


def _overlaps(cue: Cue, unit: Cue) -> bool:
    return cue.start < unit.end and unit.start < cue.end


def _is_year(reading: Reading, index: int) -> bool:
    key = reading.keys[index]
    return len(key) == 4 and key.isdigit() and key[:2] in ("18", "19", "20")


def _condition(reading: Reading, index: int) -> int | None:
    """`patients WITH type 2 diabetes`: a state, not a comparison (`with more sleep`)."""
    if not reading.starting("living", index - 1):
        return None
    for place in range(index, min(reading.size, index + 2)):
        if reading.starting("more", place) or reading.starting("less", place):
            following = place + 1 < reading.size and (
                reading.is_number(place + 1)
                or (place + 2 < reading.size and reading.is_number(place + 2))
            )
            return place + 2 if following else None
    return min(reading.size, index + 3) if reading.has_content((index, index + 3)) else None
