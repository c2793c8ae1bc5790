"""Aspect `metrics`: what makes the outcome observable."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import is_noun
from hypotheses.analyst.sections import Sections
from hypotheses.analyst.variables import NONE, PLACEHOLDER, Variables

_NEAR = 6
_USING = frozenset("use usar usam meas medi appl apli asse aval util".split())
_OPERATORS = frozenset("< > = ≤ ≥ ±".split())
_IN = frozenset("in em ( [".split())
_CHANGES = (
    "verb_up",
    "verb_down",
    "change_up_nouns",
    "change_down_nouns",
    "more",
    "less",
    "verb_change",
)

_CLAIMS = (
    "verb_up",
    "verb_down",
    "verb_change",
    "verb_equal",
    "verb_beat",
    "verb_link",
    "passive_relations",
)
_MODALS = frozenset("deve devem deveria pode podem vai vao poderia".split())
_INSTRUMENTS = frozenset(
    "scale test index score questionnaire inventory ratio rate percentage number per error count "
    "escala teste indice escore questionario inventario razao taxa percentual numero por erro "
    "coefficient coeficiente statistic accuracy acuracia time tempo".split()
)


@dataclass(frozen=True, slots=True)
class Metrics:
    """Score, gap code (`missing`, `construct_only`, `negated` or empty) and the span shown."""

    score: int
    code: str
    span: Span | None
    construct: Cue | None


def find(reading: Reading, variables: Variables, sections: Sections) -> Metrics:
    """Score how a text measures its outcome."""
    refused: set[int] = set()  # sentences that deny how they would measure
    for cue in reading.all("measured_by"):
        if reading.negated(cue.start):
            refused.add(reading.sentence(cue.start))
            continue
        first = reading.sentence(cue.start) == 0
        if sections.selects(cue.start) or (not first and _selects(reading, cue)):
            continue
        if reading.has_content((cue.end, cue.end + 5)):
            return Metrics(2, "", _frame_span(reading, cue), None)
    rate = _rate(reading, variables, sections) or _timed(reading, sections)
    if rate is not None:
        return Metrics(2, "", rate, None)
    for cue in reading.all("measures", "statistics", "statistic_words", "symbols"):
        if reading.negated(cue.start) or _not_used(reading, cue):
            refused.add(reading.sentence(cue.start))
        elif reading.sentence(cue.start) in refused:
            continue
        elif _measures_outcome(reading, cue, variables, sections):
            return Metrics(2, "", cue[:2], None)
    return _construct(reading, variables, bool(refused))


def _rate(reading: Reading, variables: Variables, sections: Sections) -> Span | None:
    """`errors per 100 words`, `colisões por milhão de km`, `(% of calories)`."""
    for index in range(1, reading.size - 1):
        key = reading.keys[index]
        follows = reading.keys[index + 1]
        if key == "per":
            found = reading.is_content(index - 1) and (
                reading.is_number(index + 1) or reading.is_content(index + 1)
            )
        elif key == "por":
            found = reading.is_content(index - 1) and (
                (follows.isdigit() and not reading.starting("time_units", index + 2))
                or follows in ("mil", "milhao", "cem", "cada", "cento")
            )
        else:
            found = key in ("(", "[") and follows == "%"
        cue = Cue(index, index + 2, [])
        if found and not _in_cause(reading, cue, variables) and not sections.selects(index):
            return index - 1, index + 2
    return None


def _timed(reading: Reading, sections: Sections) -> Span | None:
    """`in fewer minutes`, `(minutos)`: a unit of time that the outcome is told in."""
    for cue in reading.all("time_units"):
        before = reading.keys[cue.start - 1] if cue.start else ""
        bracketed = before == "(" and cue.end < reading.size and reading.keys[cue.end] in (")", ",")
        less = cue.start and any(reading.starting(c, cue.start - 1) for c in ("more", "less"))
        if sections.selects(cue.start):
            continue
        if bracketed or (less and before not in ("more", "mais")):
            return cue.start - 1, cue.end
    return None


def _not_used(reading: Reading, cue: Cue) -> bool:
    """`we will not use the PSQI, actigraphy or ...`: the whole list is denied."""
    start = reading.sentence_span(cue.start)[0]
    return any(
        reading.starting("negators", place) is not None
        and any(key[:4] in _USING for key in reading.keys[place + 1 : place + 4])
        for place in range(start, cue.start)
    )


def _frame_span(reading: Reading, cue: Cue) -> Span:
    end = cue.end
    sentence = reading.sentence(cue.start)
    while (
        end < reading.size
        and end < cue.end + _NEAR
        and reading.sentence(end) == sentence
        and reading.keys[end] not in (",", ")", "(")
    ):
        end += 1
    return cue.start, reading.trim((cue.start, end))[1]


def _measures_outcome(reading: Reading, cue: Cue, variables: Variables, sections: Sections) -> bool:
    category_symbol = cue in reading.all("symbols")
    if category_symbol and not _unit_of_outcome(reading, cue):
        return False
    if _in_cause(reading, cue, variables) or _selects(reading, cue):
        return False
    if sections.selects(cue.start) or _bare_in_title(reading, cue, variables):
        return False
    if cue in reading.all("statistic_words"):
        return _specific(reading, cue)
    return True


def _bare_in_title(reading: Reading, cue: Cue, variables: Variables) -> bool:
    """Whether a mere quantity stands in a heading: `effect of music on heart rate variability`.

    A claim with a verb, an instrument, a rate or an abbreviation (HbA1c) says how it is observed.
    """
    start, end = reading.sentence_span(cue.start)
    if start != 0 or cue not in reading.all("measures"):
        return False
    if _has_verb(reading, (start, end)):
        return False
    raw = reading.quote(cue[:2])
    clinical = all(entry.field == "medicine" for entry in cue.entries)
    abbreviated = any(c.isdigit() for c in raw) or (
        not clinical and sum(c.isupper() for c in raw) > 1
    )
    named = any(reading.keys[i] in _INSTRUMENTS for i in range(cue.start, cue.end))
    return not abbreviated and not (
        named and reading.keys[cue.start] not in ("heart", "frequencia")
    )


def _has_verb(reading: Reading, sentence: Span) -> bool:
    """Whether a sentence claims with a verb of its own; `to reduce` and nouns do not count."""
    for cue in reading.all(*_CLAIMS):
        if not sentence[0] <= cue.start < sentence[1] or is_noun(reading, cue):
            continue
        folded = reading.words.folds[cue.start]
        before = reading.keys[cue.start - 1] if cue.start else ""
        infinitive = before in ("to", "para") or (
            reading.lexicon.language == "pt" and folded.endswith("r") and before not in _MODALS
        )
        if not infinitive and not folded.endswith(("ing", "ndo")):
            return True
    return any(
        {"than", "que"} & set(reading.keys[cue.end : sentence[1]])
        for cue in reading.all("more", "less")
    )


def _specific(reading: Reading, cue: Cue) -> bool:
    """`rate` alone says little; `conversion rate` and `index of` name something."""
    before = cue.start - 1
    if cue.start > 0 and reading.keys[before] in ("heart", "respiratory"):
        return False  # a quantity's name, listed among the measures
    return cue.start > 0 and (
        reading.is_content(before) and not reading.starting("vague_nouns", before)
    )


def _unit_of_outcome(reading: Reading, cue: Cue) -> bool:
    """A unit counts after `in`, in brackets, or after a number that a change or bound precedes."""
    if cue.start == 0:
        return False
    if reading.keys[cue.start - 1] in _IN:
        return True
    if not reading.is_number(cue.start - 1):
        return False
    start = reading.sentence_span(cue.start)[0]
    if cue.end < reading.size and reading.keys[cue.end] in ("of", "de", "do", "da"):
        return False  # a dose: `400 mg of caffeine`
    if any(reading.starting("thresholds", i) for i in range(max(start, cue.start - 4), cue.start)):
        return False  # a bound of who is included: `BMI above 35 kg/m2`
    return any(reading.inside(category, (start, cue.start)) for category in _CHANGES)


def _in_cause(reading: Reading, cue: Cue, variables: Variables) -> bool:
    """Whether the cue stands in the independent variable only."""
    relation = variables.relation
    if relation is None or relation.independent is None or variables.dependent == NONE:
        return False
    start, end = relation.independent
    dependent = relation.dependent
    if dependent is not None and dependent[0] <= cue.start < dependent[1]:
        return False
    return start <= cue.start < end and relation.form not in ("comparative", "difference")


def _selects(reading: Reading, cue: Cue) -> bool:
    """Whether the measure only says who is included: `adults with a BMI above 30`."""
    start, end = reading.sentence_span(cue.start)
    of_person = any(
        reading.starting("living", place) for place in range(max(start, cue.start - 3), cue.start)
    )
    if not of_person and any(
        reading.inside(category, (start, cue.start)) for category in _CHANGES[:4]
    ):
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
    between = range(cue.end - 1, number)
    if any(reading.inside(category, (cue.end, number)) for category in _CHANGES[:2]):
        return False  # `the rate should FALL below 5 %`
    return number == cue.end or any(reading.starting("thresholds", i) for i in between)


def _is_verb(reading: Reading, cue: Cue) -> bool:
    """`improves` is listed with its outcome, but names none by itself."""
    return cue.end - cue.start == 1 and any(
        reading.starting(category, cue.start) and not is_noun(reading, cue)
        for category in ("verb_up", "verb_down", "verb_change")
    )


def _construct(reading: Reading, variables: Variables, denied: bool) -> Metrics:
    constructs = [cue for cue in reading.all("constructs") if not _is_verb(reading, cue)]
    relation = variables.relation
    outcome = relation.dependent if relation is not None else None
    inside = [c for c in constructs if outcome and outcome[0] <= c.start < outcome[1]]
    chosen = (inside or constructs or [None])[0]
    code = "negated" if denied else "construct_only"
    if variables.dependent == PLACEHOLDER:
        return Metrics(0, "missing", None, None)
    if outcome is not None and variables.dependent != NONE:
        return Metrics(1, code, chosen[:2] if chosen else reading.trim(outcome), chosen)
    if chosen is not None:
        return Metrics(1, code, chosen[:2], chosen)
    return Metrics(0, "negated" if denied else "missing", None, None)
