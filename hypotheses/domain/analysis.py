"""The family of analysis that fits a claim's design and the scale of its outcome.

The choice follows the usual tables (Hulley et al. 2013, Designing Clinical Research; Altman 1991,
Practical Statistics for Medical Research): the design first, then whether the units are paired or
clustered, then the scale of the outcome. Texts are in `analysis.toml`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from config.text.lazy_regex import lazy_regex
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

Scale = Literal["continuous", "ordinal", "binary", "count", "proportion", "time_to_event"]

_DATA = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class AnalysisPlan:
    """How a claim would be analysed: texts in one language, `code` the family's stable name.

    `confounders_question` is empty where nothing is confounded: an estimate, a prediction, a
    qualitative study.
    """

    code: str
    family: str
    assumptions: tuple[str, ...]
    confounders_question: str
    warnings: tuple[str, ...]


def plan(
    claim: Claim, scale: Scale | None = None, language: Language = "en", text: str = ""
) -> AnalysisPlan:
    """The analysis of a claim; `scale` is that of its outcome, found from its words if None.

    `text` is the author's: where it says that chance decides who gets what, nothing is confounded,
    and all are compared as they were assigned (ICH E9, intention to treat).
    """
    read = scale or outcome_scale(claim)
    code = _family(claim, read or "continuous")
    texts = _texts()
    by_chance = claim.design in _ASSIGNED and _RANDOMISED.search(text) is not None
    family = texts["family"][code][language]
    if claim.qualifiers is not None and claim.design in ("causal", "comparative", "correlational"):
        term = texts["interaction"][language].format(qualifier=claim.qualifiers.text)
        family = f"{family}, {term}"
    if claim.rivals and claim.design in texts["confounders"]:
        named = ", ".join(f"“{rival}”" for rival in claim.rivals)
        family = f"{family}, {texts['controlled'][language].format(rivals=named)}"
    return AnalysisPlan(
        code=code,
        family=family,
        assumptions=(
            *((texts["randomised"][language],) if by_chance else ()),
            *texts["family"][code][f"assume_{language}"],
        ),
        confounders_question="" if by_chance else _confounders(claim, language),
        warnings=tuple(
            texts["warning"][f"{name}_{language}"] for name in _warnings(claim, code, read)
        ),
    )


_ASSIGNED = ("causal", "comparative", "equivalence", "non_inferiority")
_RANDOMISED = lazy_regex(
    r"\b(?:randomi[sz]ed|randomly (?:assign|allocat)\w*|(?:assign|allocat)\w* (?:\w+ )?(?:at random"
    r"|randomly)|drawn by lot|toss(?:ing|ed)? a coin|aleatorizad[oa]s?|randomizad[oa]s?"
    r"|alocad[oa]s? (?:aleatoriamente|ao acaso|por sorteio)|sortead[oa]s?|por sorteio)\b",
    re.I,
)


# --- scale -------------------------------------------------------------------------------------

# What a measure's words say about its scale; the first match counts; English | Portuguese.
_SCALES: tuple[tuple[Scale, re.Pattern[str]], ...] = (
    (
        "time_to_event",
        lazy_regex(
            r"\b(time to|time until|time from|hours until|days until|survival|"
            r"tempo até|dias até|horas até|sobrevida)\b",
            re.I,
        ),
    ),
    (  # each unit has a share of its own: `the tip as a share of the bill`
        "continuous",
        lazy_regex(
            r"\b(?:as an? (?:share|percentage|proportion) of|"
            r"como (?:percentual|porcentagem|proporção) d)",
            re.I,
        ),
    ),
    (
        "proportion",
        lazy_regex(
            r"\b(share|percentage|percent|proportion|rate|prevalence|coverage|"
            r"proporção|percentual|porcentagem|taxa|prevalência|cobertura)\b|%",
            re.I,
        ),
    ),
    (
        "count",
        lazy_regex(r"\b(number|count|counts|how many|número|contagem|quantos|quantas)\b", re.I),
    ),
    (
        "binary",
        lazy_regex(
            r"\b(whether|yes/no|presence of|die|died|death|drops? out|dropout|cure|relapse|recur|"
            r"presença de|sim/não|morrer|morre|óbito|evasão|abandono|cura|recaída)\b",
            re.I,
        ),
    ),
    (
        "ordinal",
        lazy_regex(r"\b(rank|rating|grade level|Likert|ordinal|posto|classificação)\b", re.I),
    ),
    (
        "continuous",
        lazy_regex(
            r"\b(score|mean|average|concentration|in (?:kilograms|metres|minutes|hours|seconds|"
            r"days)|escore|nota|média|concentração|em (?:quilogramas|metros|minutos|horas|segundos|"
            r"dias))\b",
            re.I,
        ),
    ),
)


def outcome_scale(claim: Claim) -> Scale | None:
    """The scale found in the words of the measure, or else of the outcome; None if there is
    none."""
    for slot in (claim.stated.measure, claim.outcome):
        if slot is None:
            continue
        for scale, pattern in _SCALES:
            if pattern.search(slot.text):
                return scale
    return None


# --- family ------------------------------------------------------------------------------------

_BY_DESIGN: dict[str, str] = {
    "qualitative": "thematic",
    "equivalence": "equivalence",
    "non_inferiority": "non_inferiority",
    "correlational": "correlation",
    "unknown": "unknown",
}
_BY_SCALE: dict[Scale, str] = {
    "continuous": "t_independent",
    "ordinal": "t_independent",
    "binary": "logistic",
    "proportion": "logistic",
    "count": "count",
    "time_to_event": "survival",
}
_SAME = lazy_regex(r"\b(the same|themselves|os mesmos|as mesmas|o mesmo|a mesma)\b", re.I)
_BEFORE = lazy_regex(r"\b(previous|preceding|before|baseline|anterior|anteriores|antes)\b", re.I)
_SINCE = lazy_regex(
    r"\b(since|after|before|from \d{4}|desde|após|depois|antes|a partir de)\b", re.I
)
_DURATION = lazy_regex(
    r"(?:after|within|após|depois de|em|por|for|over) (?:\d+|an?|one|two|three|four|five|six|seven"
    r"|eight|nine|ten|twelve|uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze) "
    r"(?:hour|day|week|month|year|hora|dia|semana|mês|mes|ano)\w*",
    re.I,
)
_NATURE = lazy_regex(
    r"\b(river|rivers|stream|streams|lake|lakes|forest|forests|reef|reefs|valley|wetland|species|"
    r"rio|rios|riacho|riachos|lago|lagos|floresta|florestas|recife|recifes|vale|brejo|flow|vazão)\b",
    re.I,
)
# Units that come in groups, and the words of their groups.
_CLUSTERED = lazy_regex(
    r"\b(pupils|students|children|patients|teachers|nurses|workers|employees|plants|cows|alunos|"
    r"alunas|estudantes|crianças|pacientes|professores|enfermeiros|trabalhadores|plantas|vacas)\b",
    re.I,
)
_CLUSTER = lazy_regex(
    r"\b(schools|classes|classrooms|hospitals|clinics|wards|companies|teams|farms|herds|villages|"
    r"municipalities|escolas|turmas|salas|hospitais|clínicas|empresas|equipes|fazendas|rebanhos|"
    r"municípios)\b",
    re.I,
)


def _family(claim: Claim, scale: Scale) -> str:
    if claim.direction == "none" and claim.margin is not None and claim.design != "non_inferiority":
        return "equivalence"
    if claim.design in _BY_DESIGN:
        return _BY_DESIGN[claim.design]
    if claim.design == "descriptive":
        return "proportion" if scale in ("binary", "proportion") else "estimate"
    if claim.design == "predictive":
        binary = scale in ("binary", "proportion", "time_to_event", "ordinal")
        return "prediction" if binary else "prediction_error"
    return _comparison(claim, scale)


def _comparison(claim: Claim, scale: Scale) -> str:
    """The family of a causal or comparative claim."""
    comparator = claim.comparator.text if claim.comparator else ""
    if _natural_experiment(claim):
        return "baci" if _NATURE.search(_words(claim)) else "did"
    if (_SAME.search(comparator) or _BEFORE.search(comparator)) and scale not in (
        "count",
        "time_to_event",
    ):
        return "t_paired"
    unit = claim.unit.text if claim.unit else ""
    grouped = " ".join(slot.text for slot in (claim.exposure, claim.comparator) if slot)
    if _CLUSTERED.search(unit) and _CLUSTER.search(grouped):
        return "mixed"
    return _BY_SCALE[scale]


def _natural_experiment(claim: Claim) -> bool:
    """Whether the comparator is another unit, with a period that began with the exposure."""
    if claim.comparator is None or claim.window is None:
        return False
    text = claim.comparator.text
    return (
        _SINCE.search(claim.window.text) is not None
        and _DURATION.search(claim.window.text) is None  # `after 12 weeks` is no event
        and _SAME.search(text) is None
        and _BEFORE.search(text) is None
    )


def _words(claim: Claim) -> str:
    return " ".join(slot.text for _, slot in claim.items())


# --- texts -------------------------------------------------------------------------------------


def _confounders(claim: Claim, language: Language) -> str:
    forms = _texts()["confounders"].get(claim.design)
    if forms is None or claim.exposure is None or claim.outcome is None:
        return ""
    question = forms[language].format(exposure=claim.exposure.text, outcome=claim.outcome.text)
    if claim.mechanism:
        question = f"{question} {_texts()['mechanism'][language].format(mechanism=claim.mechanism)}"
    return str(question)


def _warnings(claim: Claim, code: str, scale: Scale | None) -> list[str]:
    found = []
    if claim.design == "correlational":
        found.append("association")
    if claim.design == "predictive":
        found.append("prediction")
    if "margin" in claim.missing:
        found.append("margin")
    if "comparator" in claim.missing and claim.design != "unknown":
        found.append("comparator")
    if scale is None and code in ("t_independent", "t_paired", "prediction_error", "estimate"):
        found.append("scale")
    return found


@lru_cache(maxsize=1)
def _texts() -> dict[str, Any]:
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))
