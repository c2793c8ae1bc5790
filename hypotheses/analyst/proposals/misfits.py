"""Checks the claim as a whole: slots that contradict each other.

A misfit is reported only where both sides are known and contradict; what is unknown never is one.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.measures import constructs_in, family_of, first_term
from hypotheses.analyst.proposals.questions import quoted, wording
from hypotheses.analyst.proposals.stems import FUNCTION, fold, tokens
from hypotheses.analyst.proposals.units import PEOPLE, UnitKind, kind_of
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "instruments.csv"


@dataclass(frozen=True, slots=True)
class Misfit:
    """Two slots that contradict each other: `code` names how, `question` asks the author which one
    is meant."""

    slots: tuple[SlotName, ...]
    code: str
    question: str


@dataclass(frozen=True, slots=True)
class _Instrument:
    name: str
    classes: frozenset[str]
    construct: str


def misfits(claim: Claim, language: Language) -> tuple[Misfit, ...]:
    """The pairs of slots that cannot both be meant, each with one question."""
    claim = claim.stated
    checks = (_unit_measure, _outcome_measure, _same, _other_kind, _window, _order)
    return tuple(found for check in checks if (found := check(claim, language)) is not None)


def _unit_measure(claim: Claim, language: Language) -> Misfit | None:
    """A measure of people for something that is no person, or the reverse."""
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    held = claim.slot("measure")
    if claim.unit is None or kind is None:
        return None
    if held is None:
        return _unit_outcome(claim, kind, language)
    words = {"unit": quoted(claim.unit.text), "measure": quoted(held.text)}
    instrument = _instrument(held.text)
    if instrument is not None:
        if instrument.classes & (kind.classes | kind.fields) or _names_people(held.text, language):
            return None
        if "person" in instrument.classes:
            return _people_misfit(words, kind, language)
        question = wording("misfit", "unit_measure_other", language).format(**words)
        return Misfit(("unit", "measure"), "unit_measure", question)
    if (
        kind.classes & _NO_MIND
        and _is_scale(held.text, language)
        and not _names_people(held.text, language)
    ):
        return _people_misfit(words, kind, language)
    return None


def _unit_outcome(claim: Claim, kind: UnitKind, language: Language) -> Misfit | None:
    """A state of mind attributed to something that has none, before any measure of it is named."""
    if claim.unit is None or claim.outcome is None or not kind.classes & _NO_MIND:
        return None
    named = constructs_in(claim.outcome.text, language)
    if not any(match.construct in _MIND and match.fit >= _WHOLE for match in named):
        return None
    if _names_people(claim.outcome.text, language):
        return None
    words = {"unit": quoted(claim.unit.text), "measure": quoted(claim.outcome.text)}
    return _people_misfit(words, kind, language)


_WHOLE = 100  # the share of an outcome's words that a construct accounts for


def _people_misfit(words: dict[str, str], kind: UnitKind, language: Language) -> Misfit:
    people = wording("people", kind.names, language)
    question = wording("misfit", "unit_measure_people", language).format(**words, people=people)
    return Misfit(("unit", "measure"), "unit_measure", question)


# Units without a state of mind.
_NO_MIND = frozenset(
    """hospital school classroom university firm shop hotel place household software document
    vehicle farm crop plant soil material device building asset model court ecosystem agency
    structure product food song film show artwork project power_plant waterworks property loan
    prison museum archive survey climate""".split()
)
_MIND = frozenset(
    """anxiety depression stress burnout loneliness wellbeing mood self_esteem self_efficacy
    empathy sleep motivation fatigue pain""".split()
)
_SCALE: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(inventory|scale|questionnaire|self-report)\b", re.I),
    "pt": lazy_regex(r"\b(inventário|escala|questionário|autorrelato)\b", re.I),
}


def _is_scale(words: str, language: Language) -> bool:
    """Whether words name a scale of a state of mind: `score on an anxiety inventory`."""
    if _SCALE[language].search(words) is None:
        return False
    named = {match.construct for match in constructs_in(words, language)}
    return bool(named & _MIND)


def _names_people(words: str, language: Language) -> bool:
    """Whether a measure says who is measured: `PHQ-9 of the nurses`."""
    parts = re.split(r"\b(?:of|among|in|by|from|da|do|das|dos|de|entre|em|nos|nas)\b", words)
    kinds = (kind_of(part, language) for part in parts[1:] if part.strip())
    return any(kind is not None and kind.classes & PEOPLE for kind in kinds)


def _outcome_measure(claim: Claim, language: Language) -> Misfit | None:
    """A known instrument for one construct where the outcome clearly is another construct."""
    if claim.outcome is None or claim.measure is None:
        return None
    instrument = _instrument(claim.measure.text)
    if instrument is None or not instrument.construct:
        return None
    context = claim.unit.text if claim.unit else ""
    named = [
        match.construct
        for match in constructs_in(claim.outcome.text, language, context)
        if match.fit >= 100
    ]
    family = family_of(instrument.construct)
    if not named or any(_near(family_of(each), family) for each in named):
        return None
    words = {
        "measure": quoted(claim.measure.text),
        "outcome": quoted(claim.outcome.text),
        "construct": first_term(instrument.construct, language),
    }
    question = wording("misfit", "outcome_measure", language).format(**words)
    return Misfit(("outcome", "measure"), "outcome_measure", question)


# Families of constructs that share instruments: scales of health also measure states of mind.
_NEAR = (
    frozenset(("strain", "wellbeing", "mood", "sleep", "fatigue", "quality_of_life")),
    frozenset(("self_rated_health", "wellbeing", "functional_capacity", "pain", "mobility_p")),
    frozenset(("glucose", "cholesterol", "weight_loss", "obesity", "self_rated_health")),
    frozenset(("motivation", "wellbeing", "satisfaction")),
    frozenset(("balance", "falls", "mobility_p", "functional_capacity", "fitness")),
    frozenset(("back_pain", "pain", "functional_capacity", "wellbeing", "neck_pain")),
    frozenset(("satisfaction", "service_quality", "recommendation", "patient_satisfaction")),
    frozenset(("code_quality", "works_better", "security_sw", "incidents")),
    frozenset(("crop_yield", "productivity", "plant_growth", "profit", "works_better")),
    frozenset(("biodiversity", "abundance", "regeneration", "works_better")),
)


def _near(one: str, other: str) -> bool:
    return one == other or any({one, other} <= group for group in _NEAR)


def _same(claim: Claim, language: Language) -> Misfit | None:
    """A comparator that is the exposure itself."""
    if claim.exposure is None or claim.comparator is None:
        return None
    if _content(claim.exposure.text, language) != _content(claim.comparator.text, language):
        return None
    question = wording("misfit", "same_comparator", language).format(
        exposure=quoted(claim.exposure.text), comparator=quoted(claim.comparator.text)
    )
    return Misfit(("exposure", "comparator"), "same_comparator", question)


def _content(words: str, language: Language) -> list[str]:
    return [word for word in tokens(words) if word not in FUNCTION[language]]


def _other_kind(claim: Claim, language: Language) -> Misfit | None:
    """A comparator that is a living unit of another kind than the claim's.

    A thing may be the other option: `paper maps vs GPS` in teenagers.
    """
    if claim.comparator is None or claim.unit is None or claim.exposure is None:
        return None
    if _DESCRIBES.match(claim.comparator.text):
        return None
    unit = kind_of(claim.unit.text, language)
    other = kind_of(claim.comparator.text, language)
    exposure = kind_of(claim.exposure.text, language)
    if unit is None or other is None or exposure is not None:
        return None
    if _realm(unit) is None or _realm(other) not in _LIVING or _realm(unit) == _realm(other):
        return None
    question = wording("misfit", "other_kind", language).format(
        comparator=quoted(claim.comparator.text),
        unit=quoted(claim.unit.text),
        exposure=quoted(claim.exposure.text),
    )
    return Misfit(("exposure", "comparator"), "other_kind", question)


# A description of the same units is no other kind: `on screens`, `those trained with ...`.
_DESCRIBES = lazy_regex(
    r"(?:in|on|at|with|without|by|under|from|during|to|those|em|n[oa]s?|com|sem|por|pel[oa]s?|sob"
    r"|ao?s?|à|aquel[ea]s)\b", re.I
)  # fmt: skip
_REALMS = (
    PEOPLE | {"team"},
    frozenset(("crop", "plant", "soil", "livestock", "wildlife", "ecosystem", "reef", "colony")),
    frozenset(("model", "asset", "material", "device")),
)

_LIVING = (0, 1)


def _realm(kind: UnitKind) -> int | None:
    return next((at for at, realm in enumerate(_REALMS) if kind.classes & realm), None)


# --- time --------------------------------------------------------------------------------------

_DAYS = {
    "hour": 0, "hora": 0, "day": 1, "dia": 1, "week": 7, "semana": 7, "month": 30, "mes": 30,
    "mese": 30, "year": 365, "ano": 365,
}  # fmt: skip
_NUMBERS = {
    word: number
    for number, words in enumerate(
        ("", "one um uma", "two dois duas", "three tres", "four quatro", "five cinco", "six seis",
         "seven sete", "eight oito", "nine nove", "ten dez", "eleven onze", "twelve doze")
    )
    for word in words.split()
}  # fmt: skip
_COUNT = r"(\d+|" + "|".join(_NUMBERS) + r")"
_UNIT = r"(hour|day|week|month|year|hora|dia|semana|mese|mes|ano)s?\b"
_SPAN = lazy_regex(rf"\b{_COUNT}[- ]{_UNIT}")
_LATER = lazy_regex(
    rf"\b(?:after|apos|depois de)\s+{_COUNT}[- ]{_UNIT}|\b(?:at|em|no|na)\s+(?:the\s+)?"
    r"(day|week|month|year|dia|semana|mes|ano)\s+(\d+)\b"
)


def _window(claim: Claim, language: Language) -> Misfit | None:
    """An outcome at a time after the end of the observation period."""
    if claim.window is None:
        return None
    spans = [_days(*match.groups()) for match in _SPAN.finditer(fold(claim.window.text))]
    if len(spans) != 1:
        return None
    for slot in (claim.outcome, claim.measure):
        late = _LATER.search(fold(slot.text)) if slot else None
        if slot is None or late is None:
            continue
        count, unit, name, number = late.groups()
        when = _days(count, unit) if count else _days(number, name)
        if when > spans[0]:
            question = wording("misfit", "window_short", language).format(
                late=slot.text[late.start() : late.end()], window=quoted(claim.window.text)
            )
            return Misfit(("outcome", "window"), "window_short", question)
    return None


def _days(count: str, unit: str) -> int:
    number = int(count) if count.isdigit() else _NUMBERS[count]
    return number * _DAYS[unit]


_ORDINALS = {
    word: number
    for number, words in enumerate(
        ("", "first primeiro primeira", "second segundo segunda", "third terceiro terceira",
         "fourth quarto quarta", "fifth quinto quinta", "sixth sexto sexta")
    )
    for word in words.split()
}  # fmt: skip
_ORDINAL = lazy_regex(
    r"\b(" + "|".join(_ORDINALS) + r")[- ](day|week|month|year|semester|term|grade|dia|semana|mes|"
    r"ano|semestre|bimestre|trimestre)\b"
)


def _order(claim: Claim, language: Language) -> Misfit | None:
    """A prediction whose predictor is known only after the outcome."""
    if claim.design != "predictive" or claim.exposure is None or claim.outcome is None:
        return None
    exposure = _ORDINAL.search(fold(claim.exposure.text))
    outcome = _ORDINAL.search(fold(claim.outcome.text))
    if exposure is None or outcome is None or exposure[2] != outcome[2]:
        return None
    if _ORDINALS[exposure[1]] <= _ORDINALS[outcome[1]]:
        return None
    question = wording("misfit", "order", language).format(
        exposure=quoted(claim.exposure.text), outcome=quoted(claim.outcome.text)
    )
    return Misfit(("exposure", "outcome"), "order", question)


# --- instruments -------------------------------------------------------------------------------


def _instrument(words: str) -> _Instrument | None:
    """The best-known instrument or indicator that a measure names; None if it names several or
    none."""
    line = fold(words)
    found = [
        each
        for each in _instruments()
        if fold(each.name) in line
        and re.search(rf"(?<!\w){re.escape(fold(each.name))}(?!\w)", line)
        and (not each.name.isupper() or each.name in words)
    ]
    if not found or len({each.construct for each in found}) > 1:
        return None
    return max(found, key=lambda each: len(each.name))


@lru_cache(maxsize=1)
def _instruments() -> tuple[_Instrument, ...]:
    with _DATA.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="|", quoting=csv.QUOTE_NONE))
    return tuple(
        _Instrument(
            row["name"],
            _classes(row["classes"]),
            row["construct"],
        )
        for row in rows
    )


def _classes(words: str) -> frozenset[str]:
    """The classes of a row; `people` stands for every kind of person and for teams."""
    named = frozenset(words.split())
    return named | PEOPLE | {"team"} if "people" in named else named
