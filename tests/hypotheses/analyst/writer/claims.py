"""Generated claims: quotes of every shape that authors write, in sentences of their own."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hypotheses.domain.claim import Claim, Design, Direction, Slot, SlotName
from hypotheses.domain.types import Language

UNITS: dict[Language, list[str]] = {
    "en": ["software testers", "nurses", "soybean plots", "retired teachers", "small firms"],
    "pt": ["programadores", "enfermeiras", "parcelas de soja", "professoras", "empresas pequenas"],
}
BOUNDS: dict[Language, list[str]] = {
    "en": ["of a single company", "aged 18 to 40", "in Recife", "who started in 2022"],
    "pt": ["de uma única empresa", "de 18 a 40 anos", "do Recife", "que começaram em 2022"],
}
CAUSES: dict[Language, list[str]] = {
    "en": ["background music", "wearing a uniform", "weekly feedback", "standing desks"],
    "pt": ["música ambiente", "usar uniforme", "avaliação semanal", "mesas altas"],
}
OUTCOMES: dict[Language, list[str]] = {
    "en": ["job satisfaction", "absence", "the number of defects", "sleep quality"],
    "pt": ["satisfação no trabalho", "frequência escolar", "número de defeitos", "motivação"],
}
COMPARATORS: dict[Language, list[str]] = {
    "en": ["working in silence", "the previous quarter", "no feedback at all"],
    "pt": ["trabalhar em silêncio", "o trimestre anterior", "nenhum retorno"],
}
MEASURES: dict[Language, list[str]] = {
    "en": ["the PHQ-9", "share of days with attendance", "a weekly diary"],
    "pt": ["a escala PHQ-9", "percentual de dias com presença", "o diário semanal"],
}
WINDOWS: dict[Language, list[str]] = {
    "en": ["over 12 weeks", "six months", "2019", "the first semester"],
    "pt": ["ao longo de 12 semanas", "seis meses", "2019", "o primeiro semestre"],
}
QUALIFIERS: dict[Language, list[str]] = {
    "en": ["under drought", "when hungry"],
    "pt": ["sob estiagem", "quando há fome"],
}
RELATIONS: dict[Language, dict[Direction, list[str]]] = {
    "en": {
        "increase": ["improves", "raises", "is positively related to", "leads to more"],
        "decrease": ["reduces", "lowers", "is negatively related to", "leads to less"],
        "none": ["does not change"],
        "difference": ["affects"],
    },
    "pt": {
        "increase": ["melhora", "aumenta", "está positivamente associada a", "leva a mais"],
        "decrease": ["reduz", "diminui", "está negativamente associada a", "leva a menos"],
        "none": ["não altera"],
        "difference": ["afeta"],
    },
}
DESIGNS: tuple[Design, ...] = (
    "causal",
    "comparative",
    "correlational",
    "predictive",
    "equivalence",
    "non_inferiority",
    "descriptive",
    "qualitative",
)
ADDED: dict[SlotName, dict[Language, list[str]]] = {
    "bound": BOUNDS,
    "measure": MEASURES,
    "comparator": COMPARATORS,
    "window": WINDOWS,
    "qualifiers": QUALIFIERS,
}


@dataclass(frozen=True)
class Text:
    """An author's sentence and its claim."""

    source: str
    claim: Claim


def written(language: Language, draw: random.Random, *, question: bool = False) -> Text:
    """A causal or correlational claim that an author wrote as a sentence."""
    direction: Direction = draw.choice(["increase", "decrease", "none", "difference"])
    pieces = {
        "exposure": draw.choice(CAUSES[language]),
        "relation": draw.choice(RELATIONS[language][direction]),
        "outcome": draw.choice(OUTCOMES[language]),
        "unit": draw.choice(UNITS[language]),
    }
    joint = "in" if language == "en" else "em"
    source, slots = "", {}
    order = ("exposure", "relation", "outcome", "unit")
    for name in order:
        if name == "unit":
            source += f" {joint}"
        start = len(source) + bool(source)
        source += f"{' ' if source else ''}{pieces[name]}"
        slots[name] = (start, len(source))
    source = source[0].upper() + source[1:] + ("?" if question else ".")
    spans: dict[SlotName, Slot] = {
        name: Slot(source[slice(*slots[name])], "user", *slots[name])
        for name in ("exposure", "outcome", "unit")
    }
    claim = Claim("causal", direction, relation=pieces["relation"])
    for name, slot in spans.items():
        claim = claim.with_slot(name, slot)
    return Text(source, claim)


def completed(text: Text, language: Language, draw: random.Random) -> Claim:
    """The claim with some of what it lacks, as its author adds it."""
    claim = text.claim
    for name, tokens in ADDED.items():
        if draw.random() < 0.6:
            claim = claim.with_slot(name, Slot(draw.choice(tokens[language])))
    return claim


def framed(language: Language, draw: random.Random, design: Design) -> Claim:
    """A claim without a text, as a form gives it."""
    direction: Direction = draw.choice(["increase", "decrease", "difference"])
    slots: dict[SlotName, str] = {
        "unit": draw.choice(UNITS[language]),
        "outcome": draw.choice(OUTCOMES[language]),
    }
    if design not in ("descriptive", "qualitative"):
        slots["exposure"] = draw.choice(CAUSES[language])
        slots["measure"] = draw.choice(MEASURES[language])
    if design in ("causal", "comparative", "equivalence", "non_inferiority"):
        slots["comparator"] = draw.choice(COMPARATORS[language])
    if design in ("equivalence", "non_inferiority"):
        direction, slots["margin"] = "none", "5 %"
    if draw.random() < 0.7:
        slots["bound"] = draw.choice(BOUNDS[language])
    if draw.random() < 0.5 and design != "qualitative":
        slots["window"] = draw.choice(WINDOWS[language])
    return Claim(design, direction, **{name: Slot(tokens) for name, tokens in slots.items()})  # type: ignore[arg-type]
