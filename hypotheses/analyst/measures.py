"""Whether a listed measure, statistic or unit measures the outcome, or stands there for another."""

from __future__ import annotations

from hypotheses.analyst.categories import CHANGE_NOUNS, COMPARED
from hypotheses.analyst.doses import is_dose, is_place
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation.phrases import is_gerund, is_noun
from hypotheses.analyst.sections import Sections
from hypotheses.analyst.standing import NONE
from hypotheses.analyst.variables import Variables

_IN = words("metrics.in")
_DOSE = words("metrics.dose")
_MODALS = words("metrics.modals")
_INSTRUMENTS = words("metrics.instruments")
_BODILY = words("metrics.bodily")
_BEFORE_RATE = words("metrics.before_rate")
_BRACKETS = frozenset("([")
_OPERATORS = frozenset("<>=≤≥±")
_NEAR = 6
_EITHER_SIDE = ("comparative", "difference")  # forms that tell no cause
_DIRECTED_VERBS = frozenset(("verb_up", "verb_down"))
_DIRECTED = _DIRECTED_VERBS | CHANGE_NOUNS
_CHANGES = _DIRECTED | COMPARED | {"verb_change"}
_CLAIMS = (
    "verb_up",
    "verb_down",
    "verb_change",
    "verb_equal",
    "verb_beat",
    "verb_link",
    "passive_relations",
)


def measures_outcome(reading: Reading, cue: Cue, variables: Variables, sections: Sections) -> bool:
    """Whether a measure tells the outcome: not the cause, a criterion or a mere quantity."""
    if reading.starting("symbols", cue.start) == cue and not _unit_of_outcome(reading, cue):
        return False
    if in_cause(cue.start, variables) or only_selects(reading, cue):
        return False
    if is_place(reading, cue) or is_dose(reading, cue):
        return False
    if sections.selects(cue.start) or _bare_in_title(reading, cue):
        return False
    return reading.starting("statistic_words", cue.start) != cue or _is_specific(reading, cue)


def in_cause(index: int, variables: Variables) -> bool:
    """Whether a token stands in the independent variable only."""
    relation = variables.relation
    if relation is None or relation.independent is None or variables.dependent == NONE:
        return False
    if relation.form in _EITHER_SIDE:
        return False
    if relation.form == "associated" and index < relation.at[0] and variables.stated:
        return False  # `HbA1c (%) is tied to periodontitis`: either may be the outcome
    return _within(index, relation.independent) and not _within(index, relation.dependent)


def _within(index: int, span: Span | None) -> bool:
    return span is not None and span[0] <= index < span[1]


def only_selects(reading: Reading, cue: Cue) -> bool:
    """Whether the measure only says who is included: `adults with a BMI above 30`."""
    start, end = reading.sentence_span(cue.start)
    near = range(max(start, cue.start - 3), cue.start)
    of_person = any(reading.starting("living", place) for place in near)
    if not of_person and reading.holds(_DIRECTED, (start, cue.start)):
        return False
    return any(
        reading.keys[place] in _OPERATORS
        or (reading.is_number(place) and _threshold_near(reading, cue, place))
        for place in range(cue.end, min(end, cue.end + _NEAR))
    )


def _threshold_near(reading: Reading, cue: Cue, number: int) -> bool:
    """Whether a number behind a measure bounds it: `score above 24`, `BMI 30`; not `PHQ-9`."""
    if reading.keys[number - 1] in ("-", "–") or reading.is_name(number - 1):
        return False
    if reading.holds(_DIRECTED_VERBS, (cue.end, number)):
        return False  # `the rate should FALL below 5 %`
    if reading.starting("time_units", number + 1):
        return False  # `measuring it over six months`
    if number == cue.end:
        return reading.starting("measured_by", cue.start) != cue  # `measured by two scales`
    return any(
        bound is not None and bound.end >= number - 1
        for i in range(cue.end - 1, number)
        if (bound := reading.starting("thresholds", i))
    )


def _bare_in_title(reading: Reading, cue: Cue) -> bool:
    """Whether a mere quantity stands in a heading: `effect of music on heart rate variability`.

    A claim with a verb, an instrument, a rate or an abbreviation (HbA1c) says how it is observed.
    """
    sentence = reading.sentence_span(cue.start)
    if sentence[0] != 0 or reading.starting("measures", cue.start) != cue:
        return False
    symbol = reading.starting("symbols", cue.start) is not None
    if symbol and cue.start and reading.keys[cue.start - 1] in _BRACKETS:
        return False  # `Yield (KG/HA) of ...`
    return not (
        _has_verb(reading, sentence)
        or _is_abbreviated(reading.quote(cue[:2]), cue)
        or _is_instrument(reading.keys[cue.start : cue.end])
    )


def _is_abbreviated(raw: str, cue: Cue) -> bool:
    """`HbA1c`, `RMSE`; medicine writes mere quantities in capitals, too (`BMI`)."""
    clinical = all(entry.field == "medicine" for entry in cue.entries)
    capitals = sum(character.isupper() for character in raw)
    return any(character.isdigit() for character in raw) or (not clinical and capitals > 1)


def _is_instrument(keys: list[str]) -> bool:
    return not _INSTRUMENTS.isdisjoint(keys) and keys[0] not in _BODILY


def _has_verb(reading: Reading, sentence: Span) -> bool:
    """Whether a sentence claims with a verb of its own; `to reduce` and nouns do not count."""
    if any(
        reading.opens(COMPARED, cue.end - 1) for cue in reading.inside("conditionals", sentence)
    ):
        return True  # `the more A, the less B` claims without a verb
    for cue in reading.all(*_CLAIMS):
        if not _within(cue.start, sentence) or is_noun(reading, cue):
            continue
        folded = reading.words.folds[cue.start]
        before = reading.keys[cue.start - 1] if cue.start else ""
        infinitive = before in ("to", "para") or (
            reading.lexicon.language == "pt" and folded.endswith("r") and before not in _MODALS
        )
        if not infinitive and not is_gerund(reading, cue):
            return True
    return any(
        {"than", "que"} & set(reading.keys[cue.end : sentence[1]])
        for cue in reading.all("more", "less")
    )


def _is_specific(reading: Reading, cue: Cue) -> bool:
    """`rate` alone says little; `conversion rate` and `index of` name something."""
    before = cue.start - 1
    if reading.opens(COMPARED, cue.end) or (cue.end < reading.size and reading.is_name(cue.end)):
        return True  # `em PERCENTUAL maior`, `ÍNDICE CoralWatch`
    return (
        cue.start > 0
        and reading.keys[before] not in _BEFORE_RATE
        and reading.is_content(before)
        and not reading.starting("vague_nouns", before)
    )


def _unit_of_outcome(reading: Reading, cue: Cue) -> bool:
    """A unit counts after `in`, in brackets, or after a number that a change or bound precedes."""
    if cue.start == 0:
        return False
    if reading.keys[cue.start - 1] in _IN:
        return True
    if not reading.is_number(cue.start - 1):
        return False
    if cue.end < reading.size and reading.keys[cue.end] in _DOSE:
        return False  # a dose: `400 mg of caffeine`
    start = reading.sentence_span(cue.start)[0]
    if any(reading.starting("thresholds", i) for i in range(max(start, cue.start - 6), cue.start)):
        return False  # a bound of who is included: `BMI above 35 kg/m2`
    return reading.holds(_CHANGES, (start, cue.start)) or (
        reading.holds(COMPARED, (cue.end, cue.end + 3))  # `10 % A MAIS`
    )
