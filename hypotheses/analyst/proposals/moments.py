"""Whether what varies comes and goes within a day, and which measures are too slow for that.

A scale or an inventory asks about the weeks or the years before, so it says nothing of a day or an
hour, unless it is one of a state (Spielberger 1983, on state and trait).
"""

from __future__ import annotations

import re

from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_OPENS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"(?:(?:on|in) )?(?:the )?(?:days|nights|evenings|mornings|afternoons)\b|when(?:ever)?\b"
        r"|while\b", re.I),
    "pt": re.compile(
        r"(?:n[oa]s |em )?(?:dias|noites|manhãs|tardes)\b|(?:sempre|toda vez) que\b"
        r"|(?:quando|enquanto)\b", re.I),
}  # fmt: skip
_NAMES: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:at night|(?:in|during) the (?:morning|afternoon|evening)|before (?:bed|going to bed)"
        r"|(?:before|after) (?:breakfast|lunch|dinner|school|class|work)|at the wheel)\b", re.I),
    "pt": re.compile(
        r"\b(?:à noite|de noite|de manhã|à tarde|de tarde|de madrugada|antes de dormir"
        r"|(?:antes|depois) d[oae] (?:café|almoço|jantar|aula|trabalho|prova)|ao volante)\b",
        re.I),
}  # fmt: skip
_STAYS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:ICU|intensive care|inpatients?|hospitali[sz]ed|in (?:the |our )?(?:ward"
                     r"|hospital))\b", re.I),
    "pt": re.compile(r"\b(?:UTI|CTI|terapia intensiva|internad[oa]s?|n[oa] (?:nossa )?(?:hospital"
                     r"|enfermaria|ala))\b", re.I),
}  # fmt: skip
_SLOW = re.compile(
    r"\b(?:score|scale|subscale|inventory|index|questionnaire"
    r"|escore|escala|subescala|inventário|índice|questionário)\b",
    re.I,
)
_OF_STATE = re.compile(
    r"\b(?:state|estado|visual|numeric|numérica|analog\w*|analóg\w*|Karolinska|momentary"
    r"|profile of mood|perfil de estados)\b",
    re.I,
)


def is_momentary(claim: Claim, language: Language) -> bool:
    """Whether the exposure is some times of a day or some days: `on days he naps`, `at night`.

    Of those who stay for days alone, as patients in intensive care, all is momentary.
    """
    if claim.exposure is None:
        return False
    population = claim.population
    if population is not None and _STAYS[language].search(population.text):
        return True
    text = claim.exposure.text
    return _OPENS[language].match(text) is not None or _NAMES[language].search(text) is not None


def asks_of_weeks(measure: str) -> bool:
    """Whether a measure asks about weeks or years: a score of a scale that is none of a state."""
    return _SLOW.search(measure) is not None and _OF_STATE.search(measure) is None


def is_of_other_period(measure: str, claim: Claim) -> bool:
    """Whether a measure is bound to a period of its own, where the author names another one."""
    period = _PERIOD.search(measure)
    return period is not None and claim.window is not None and period[0] not in claim.window.text


_PERIOD = re.compile(
    r"(?:following|past|last|next|first|\b\d{1,3}) (?:hours?|days?|weeks?|months?|years?)\b"
    r"|(?:dia|semana|mês|ano|dias|semanas|meses|anos) seguintes?\b"
    r"|(?:últim[oa]s?|primeir[oa]s?|próxim[oa]s?|\b\d{1,3}) (?:dias?|semanas?|mês|meses|anos?)\b",
    re.I,
)
