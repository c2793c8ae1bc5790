"""The catalogue: which instrument or indicator measures a construct in a kind of unit.

`data/constructs.csv` holds the words of each construct, `data/measures.csv` what measures it, for
which classes of unit (see `units`), in which fields (`*`: any), and its source. The exposure may
come and go within a day, and some measures are too slow for that. A scale or an inventory asks
about the weeks or years before, so it says nothing about a day or an hour, unless it measures a
state (Spielberger 1983, on state and trait).
"""

from __future__ import annotations

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.stems import stems
from hypotheses.analyst.proposals.units import UnitKind, kind_of
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data"

# Words that do not change a construct: quantity and observation ...
_NEUTRAL: dict[Language, str] = {
    "en": """level levels amount rate number overall general average mean total own daily weekly
        monthly observed reported measured score scores per capita self at all later
        future final""",
    "pt": """nível níveis quantidade taxa número geral médio média total próprio diário semanal
        mensal observado relatado medido escore pontuação índice percentual
        posterior futuro final""",
}
# ... and degree, which distinguishes constructs only where a phrase has it (`eat better`).
_DEGREE: dict[Language, str] = {
    "en": "more less fewer better worse higher lower greater smaller increase decrease degree",
    "pt": "mais menos melhor pior maior menor aumento redução melhora grau",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """What measures a construct: its words in a language and its source.

    `first` is the most usual of the classes of unit that it is for.
    """

    construct: str
    first: str
    classes: frozenset[str]
    fields: frozenset[str]
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Match:
    """A construct that an outcome's words name, and how much of them it covers (0-100)."""

    construct: str
    fit: int


def constructs_in(
    words: str, language: Language, context: str = "", relation: str = ""
) -> tuple[Match, ...]:
    """The constructs that words name, best first.

    A construct's fit is the share of the words' content that one of its phrases covers. Words of
    `context` (the unit) count as known; those of `relation` may complete a phrase.
    """
    all_stems = frozenset(stems(words, language))
    known = frozenset(stems(context, language)) | _neutral(language) | _degree(language)
    content = (all_stems - known) or (all_stems - _neutral(language))
    if not content:
        return ()
    at_hand = all_stems | frozenset(stems(relation, language))
    best: dict[str, int] = {}
    for word in content:
        for phrase, names in _phrases(language).get(word, ()):
            if phrase <= at_hand:
                fit = 100 * len(phrase & content) // len(content)
                for name in names:
                    best[name] = max(best.get(name, 0), fit)
    found = (Match(name, fit) for name, fit in best.items())
    return tuple(sorted(found, key=lambda match: (-match.fit, match.construct)))


def measures_of(construct: str, language: Language) -> tuple[Measure, ...]:
    """What measures a construct, in the order of the catalogue."""
    return _measures(language).get(construct, ())


def family_of(construct: str) -> str:
    """The family of constructs that are close enough to be confused."""
    return _families().get(construct, construct)


def first_term(construct: str, language: Language) -> str:
    """The name of a construct: the first of its terms."""
    return next(
        row[language].split(";")[0].strip()
        for row in _rows("constructs.csv")
        if row["id"] == construct
    )


def fields_of(claim: Claim, language: Language) -> frozenset[str]:
    """The fields that a claim's unit and words clearly belong to."""
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    fields = set(kind.fields) if kind else set()
    for slot in (claim.exposure, claim.outcome, claim.qualifiers, claim.bound):
        if slot is not None:
            fields |= fields_in(slot.text, language)
    return frozenset(fields)


def fields_in(words: str, language: Language) -> frozenset[str]:
    """The fields that words name."""
    line = " " + " ".join(stems(words, language)) + " "
    return frozenset(field for phrase, field in _field_words(language) if f" {phrase} " in line)


def suits(measure: Measure, kind: UnitKind, fields: frozenset[str]) -> bool:
    """Whether a measure is for this kind of unit in one of these fields."""
    if not measure.classes & kind.classes:
        return False
    return "*" in measure.fields or bool(measure.fields & fields)


def _rows(name: str) -> list[dict[str, str]]:
    with (_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="|", quoting=csv.QUOTE_NONE))


@lru_cache(maxsize=2)
def _neutral(language: Language) -> frozenset[str]:
    return frozenset(stems(_NEUTRAL[language], language))


@lru_cache(maxsize=2)
def _degree(language: Language) -> frozenset[str]:
    return frozenset(stems(_DEGREE[language], language))


@lru_cache(maxsize=2)
def _phrases(language: Language) -> dict[str, list[tuple[frozenset[str], list[str]]]]:
    """Of each stem the stem sets that hold it, with the constructs they name."""
    # `self-efficacy` is not the efficacy of a treatment.
    small = _neutral(language) - frozenset(stems("self", language))
    found: dict[frozenset[str], list[str]] = {}
    for row in _rows("constructs.csv"):
        for term in row[language].split(";"):
            whole = frozenset(stems(term, language))
            names = found.setdefault((whole - small) or whole, [])
            if row["id"] not in names:
                names.append(row["id"])
    held: dict[str, list[tuple[frozenset[str], list[str]]]] = {}
    for phrase, names in found.items():
        for word in phrase:
            held.setdefault(word, []).append((phrase, names))
    return held


@lru_cache(maxsize=1)
def _families() -> dict[str, str]:
    return {row["id"]: row["family"] or row["id"] for row in _rows("constructs.csv")}


@lru_cache(maxsize=2)
def _measures(language: Language) -> dict[str, tuple[Measure, ...]]:
    found: dict[str, tuple[Measure, ...]] = {}
    for row in _rows("measures.csv"):
        measure = Measure(
            row["construct"],
            row["units"].split()[0],
            frozenset(row["units"].split()),
            frozenset(row["fields"].split()),
            row[language],
            source_of(row["source"], language),
        )
        found[measure.construct] = (*found.get(measure.construct, ()), measure)
    return found


# Codes in the column `source` that are no citation.
SOURCES: dict[str, dict[Language, str]] = {
    "count": {"en": "direct count", "pt": "contagem direta"},
    "record": {"en": "administrative record", "pt": "registro administrativo"},
    "log": {"en": "system log", "pt": "registro de sistema"},
    "field": {"en": "direct measurement", "pt": "medição direta"},
    "lab": {"en": "laboratory assay", "pt": "exame de laboratório"},
    "test": {"en": "standardised test", "pt": "prova padronizada"},
    "survey": {"en": "survey", "pt": "questionário"},
    "diary": {"en": "diary or recall", "pt": "diário ou recordatório"},
    "official": {"en": "official statistics", "pt": "estatísticas oficiais"},
    "accounts": {"en": "financial statements", "pt": "demonstrações financeiras"},
}


def source_of(code: str, language: Language) -> str:
    """The words for a code of the column `source`; a citation as it is."""
    return SOURCES[code][language] if code in SOURCES else code


@lru_cache(maxsize=2)
def _field_words(language: Language) -> tuple[tuple[str, str], ...]:
    data = tomllib.loads((_DATA / "fields.toml").read_text(encoding="utf-8"))
    return tuple(
        (" ".join(stems(phrase, language)), field)
        for field, words in data.items()
        for phrase in words[language].split(",")
    )


_OPENS: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"(?:(?:on|in) )?(?:the )?(?:days|nights|evenings|mornings|afternoons)\b|when(?:ever)?\b"
        r"|while\b", re.I),
    "pt": lazy_regex(
        r"(?:n[oa]s |em )?(?:dias|noites|manhãs|tardes)\b|(?:sempre|toda vez) que\b"
        r"|(?:quando|enquanto)\b", re.I),
}  # fmt: skip
_NAMES: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:at night|(?:in|during) the (?:morning|afternoon|evening)|before (?:bed|going to bed)"
        r"|(?:before|after) (?:breakfast|lunch|dinner|school|class|work)|at the wheel)\b", re.I),
    "pt": lazy_regex(
        r"\b(?:à noite|de noite|de manhã|à tarde|de tarde|de madrugada|antes de dormir"
        r"|(?:antes|depois) d[oae] (?:café|almoço|jantar|aula|trabalho|prova)|ao volante)\b",
        re.I),
}  # fmt: skip
_STAYS: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:ICU|intensive care|inpatients?|hospitali[sz]ed|in (?:the |our )?(?:ward"
                     r"|hospital))\b", re.I),
    "pt": lazy_regex(r"\b(?:UTI|CTI|terapia intensiva|internad[oa]s?|n[oa] (?:nossa )?(?:hospital"
                     r"|enfermaria|ala))\b", re.I),
}  # fmt: skip
_SLOW = lazy_regex(
    r"\b(?:score|scale|subscale|inventory|index|questionnaire"
    r"|escore|escala|subescala|inventário|índice|questionário)\b",
    re.I,
)
_OF_STATE = lazy_regex(
    r"\b(?:state|estado|visual|numeric|numérica|analog\w*|analóg\w*|Karolinska|momentary"
    r"|profile of mood|perfil de estados)\b",
    re.I,
)


def is_momentary(claim: Claim, language: Language) -> bool:
    """Whether the exposure is some times of a day or some days: `on days he naps`, `at night`.

    For those who stay only for days, as patients in intensive care, every exposure is momentary.
    """
    if claim.exposure is None:
        return False
    population = claim.population
    if population is not None and _STAYS[language].search(population.text):
        return True
    text = claim.exposure.text
    return _OPENS[language].match(text) is not None or _NAMES[language].search(text) is not None


def asks_of_weeks(measure: str) -> bool:
    """Whether a measure asks about weeks or years: a score of a scale that measures no state."""
    return _SLOW.search(measure) is not None and _OF_STATE.search(measure) is None


def is_of_other_period(measure: str, claim: Claim) -> bool:
    """Whether a measure has a fixed period, where the author names another one."""
    period = _PERIOD.search(measure)
    return period is not None and claim.window is not None and period[0] not in claim.window.text


_PERIOD = lazy_regex(
    r"(?:following|past|last|next|first|\b\d{1,3}) (?:hours?|days?|weeks?|months?|years?)\b"
    r"|(?:dia|semana|mês|ano|dias|semanas|meses|anos) seguintes?\b"
    r"|(?:últim[oa]s?|primeir[oa]s?|próxim[oa]s?|\b\d{1,3}) (?:dias?|semanas?|mês|meses|anos?)\b",
    re.I,
)
