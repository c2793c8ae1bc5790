"""A question made from the frame alone, for each design, where the slots' shapes allow it."""

from __future__ import annotations

from collections.abc import Callable

from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.edit import closed, is_place
from hypotheses.analyst.writer.english import base
from hypotheses.analyst.writer.phrases import ATTACHED, Phrase, phrases_of
from hypotheses.analyst.writer.portuguese import ARTICLES
from hypotheses.analyst.writer.tagging.tagger import tagged
from hypotheses.domain.claim import Claim, Direction, SlotName
from hypotheses.domain.types import Language

Phrases = dict[SlotName, Phrase]
Pattern = Callable[[Claim, Phrases], tuple[str, set[SlotName]] | None]

_ENGLISH_VERBS: dict[Direction, str] = {
    "increase": "increase {}",
    "decrease": "reduce {}",
    "difference": "change {}",
    "unspecified": "change {}",
    "none": "leave {} unchanged",
}
_PORTUGUESE_VERBS: dict[Direction, tuple[str, str]] = {
    "increase": ("aumenta", "aumentam"),
    "decrease": ("reduz", "reduzem"),
    "difference": ("altera", "alteram"),
    "unspecified": ("altera", "alteram"),
    "none": ("não altera", "não alteram"),
}
_SIGNS = {
    "en": {"increase": " positively", "decrease": " negatively"},
    "pt": {"increase": " positivamente", "decrease": " negativamente"},
}
_PORTUGUESE_LEVELS: dict[Direction, str] = {"increase": "maior", "decrease": "menor"}
_LEVELS: dict[Direction, str] = {"increase": "greater", "decrease": "lower"}
_DEGREES = {
    "en": {"increase": "more", "decrease": "less"},
    "pt": {"increase": "mais", "decrease": "menos"},
}


def composed(claim: Claim, language: Language, source: str = "") -> str | None:
    """The question, or None where a slot's words fit no pattern."""
    phrases: Phrases = phrases_of(claim, language, source)
    if claim.counted and claim.measure is None:
        phrases.pop("measure", None)
    pattern = (_ENGLISH if language == "en" else _PORTUGUESE).get(claim.design)
    core = pattern(claim, phrases) if pattern is not None else None
    if core is None:
        return None
    text, used = core
    where = _where(phrases, used, language)
    if where is None:
        return None
    text += where
    for name in ("qualifiers", "measure", "comparator", "margin", "window", "approach"):
        if name in used or name not in phrases:
            continue
        clause = _ending(name, phrases, used, language)
        if clause is None:
            return None
        text += f", {clause}"
    return closed(text, "?")


def _where(phrases: Phrases, used: set[SlotName], language: Language) -> str | None:
    if "unit" in used:
        return ""
    if "unit" in phrases:
        whole = clauses.population(phrases["unit"], phrases.get("bound"), language)
        return None if whole is None else f" {whole}"
    if "bound" in phrases:
        return f" {phrases['bound'].text}" if is_place(phrases["bound"]) else None
    return ""


def _ending(
    name: SlotName, phrases: Phrases, used: set[SlotName], language: Language
) -> str | None:
    found = phrases[name]
    if name == "measure":
        alone = "unit" not in phrases and "bound" not in phrases
        return clauses.measure(found, phrases.get("outcome") if alone else None, language)
    if name == "comparator":
        return clauses.comparator(found, clauses.held_by(phrases), language)
    rules = {
        "window": clauses.window,
        "margin": clauses.margin,
        "qualifiers": clauses.qualifiers,
        "approach": clauses.approach,
    }
    return rules[name](found, language)


def group(phrases: Phrases) -> str | None:
    """Unit, bounds and an exposure that stands behind them: `students of X who type`."""
    unit, exposure = phrases.get("unit"), phrases.get("exposure")
    if unit is None or exposure is None or not unit.nominal or exposure.shape not in ATTACHED:
        return None
    bounds = phrases.get("bound")
    return unit.text + (clauses.bound(bounds) if bounds is not None else "") + f" {exposure.text}"


def _nominal(phrases: Phrases, *names: SlotName) -> bool:
    return all(name in phrases and phrases[name].nominal for name in names)


def _degree(outcome: Phrase, claim: Claim, language: Language) -> str | None:
    """`more ` or `less `; empty where the words hold a degree: `faster`; None without a sign."""
    if outcome.tags and outcome.tags[0].tag in ("JC", "RC"):
        return ""
    if outcome.tags and outcome.tags[0].lower in ("mais", "menos", "more", "less"):
        return ""
    degree = _DEGREES[language].get(claim.direction)
    return None if degree is None else f"{degree} "


def relation(claim: Claim, language: Language, plural: bool, source: str = "") -> str:
    """The author's verb where it stands alone between exposure and outcome: `improves`.

    A Portuguese verb must agree with its subject, of which `plural` tells.
    """
    tokens = tagged(claim.relation, language)
    if source and claim.exposure is not None and claim.outcome is not None:
        first, last = claim.exposure.end, claim.outcome.start
        if first is None or last is None or claim.relation not in source[first:last]:
            return ""
    if len(tokens) != 1 or claim.direction == "none" or claim.hedges:
        return ""
    word = tokens[0]
    if language == "en":
        return word.lower if word.tag == "V3" else ""
    noun = word.tag.startswith("N.") and word.lower.endswith(("a", "e", "am", "em"))
    if not word.tag.startswith("VF") and not noun:  # alone, `melhora` is both
        return ""
    return word.lower if word.lower.endswith("m") == plural else ""


COPULAS = frozenset(
    """make makes leave leaves keep keeps get gets become becomes is are was were be
    deixa deixam deixe deixem torna tornam torne tornem fica ficam fique fiquem é são seja sejam
    estão está mantém mantêm faz fazem""".split()
)


def governs(claim: Claim, language: Language) -> bool:
    """Whether the relation begins with a verb that has the outcome for its object."""
    tokens = tagged(claim.relation, language)
    if not tokens or tokens[0].lower in COPULAS:
        return False
    return tokens[0].tag.startswith(("V3", "V0", "VF")) and tokens[0].tag != "AUX"


def _many(phrase: Phrase) -> bool:
    return phrase.plural and phrase.shape == "nominal"


def _en_causal(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure"):
        return _en_comparative(claim, phrases)
    exposure, outcome = phrases["exposure"], phrases.get("outcome")
    lead = f"{'do' if _many(exposure) else 'does'} {exposure.text}"
    if outcome is None:
        return None
    if outcome.nominal and exposure.ambiguous and claim.direction in _DEGREES["en"]:
        change = "an increase" if claim.direction == "increase" else "a reduction"
        text = f"is there {change} in {outcome.text} with {exposure.text}"
        return text, {"exposure", "outcome"}
    if outcome.nominal:
        own = relation(claim, "en", exposure.plural)
        verb = f"{base(own)} {{}}" if own else _ENGLISH_VERBS[claim.direction]
        return f"{lead} {verb.format(outcome.text)}", {"exposure", "outcome"}
    degree = _degree(outcome, claim, "en")
    unit = phrases.get("unit")
    if outcome.shape == "adjective" and degree is not None and unit is not None and unit.nominal:
        bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
        text = f"{lead} make {unit.text}{bounds} {degree}{outcome.text}"
        return text, {"exposure", "outcome", "unit", "bound"}
    return None


def _en_comparative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    whole, outcome = group(phrases), phrases.get("outcome")
    if outcome is None:
        return None
    used: set[SlotName] = {"exposure", "outcome"}
    if whole is None:
        return _en_options(claim, phrases)
    used |= {"unit", "bound"}
    rest = _en_other(phrases)
    if rest is None:
        return None
    used.add("comparator")
    be = "are" if phrases["unit"].plural else "is"
    sign = _LEVELS.get(claim.direction)
    degree = _degree(outcome, claim, "en")
    if outcome.nominal:
        if sign is None:
            return f"is there a difference in {outcome.text} between {whole} and {rest}", used
        verb = "are" if _many(outcome) else "is"
        return f"{verb} {outcome.text} {sign} in {whole} than in {rest}", used
    if outcome.shape == "adjective" and degree is not None:
        return f"{be} {whole} {degree}{outcome.text} than {rest}", used
    if outcome.shape == "verb" and degree is not None and phrases["unit"].plural:
        return f"do {whole} {outcome.text} {degree}than {rest}", used
    return None


def _en_options(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """Two options compared: `is the yield greater with irrigation than with rain`."""
    if not _nominal(phrases, "exposure", "outcome", "comparator"):
        return None
    first, outcome, other = (phrases[n] for n in ("exposure", "outcome", "comparator"))
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    sign = _LEVELS.get(claim.direction)
    if sign is None:
        return (
            f"is there a difference in {outcome.text} between {first.text} and {other.text}",
            used,
        )
    be = "are" if _many(outcome) else "is"
    return f"{be} {outcome.text} {sign} with {first.text} than with {other.text}", used


def _en_other(phrases: Phrases) -> str | None:
    other, unit = phrases.get("comparator"), phrases["unit"]
    if other is None:
        return None if unit.determined else f"other {unit.text}"
    if other.nominal:
        return other.text
    return f"those {other.text}" if other.shape in ATTACHED and unit.plural else None


def _en_correlational(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure", "outcome"):
        return None
    exposure, outcome = phrases["exposure"], phrases["outcome"]
    be = "are" if _many(exposure) else "is"
    sign = _SIGNS["en"].get(claim.direction, "")
    return f"{be} {exposure.text}{sign} associated with {outcome.text}", {"exposure", "outcome"}


def _en_predictive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure", "outcome"):
        return None
    exposure = phrases["exposure"]
    do = "do" if _many(exposure) else "does"
    return f"{do} {exposure.text} predict {phrases['outcome'].text}", {"exposure", "outcome"}


def _en_descriptive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "outcome") or "exposure" in phrases:
        return None
    outcome = phrases["outcome"]
    return f"what {'are' if _many(outcome) else 'is'} {_the(outcome)}", {"outcome"}


def _the(phrase: Phrase) -> str:
    return phrase.text if phrase.determined else f"the {phrase.text}"


def _en_equivalence(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure", "outcome", "comparator"):
        return None
    exposure, other = phrases["exposure"], phrases["comparator"]
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    if claim.design == "equivalence":
        text = f"are {exposure.text} and {other.text} equivalent in {phrases['outcome'].text}"
        return text, used
    be = "are" if _many(exposure) else "is"
    text = f"{be} {exposure.text} non-inferior to {other.text} in {phrases['outcome'].text}"
    return text, used


def _en_qualitative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "unit", "outcome"):
        return None
    unit = phrases["unit"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    do = "do" if unit.plural else "does"
    text = f"how {do} {unit.text}{bounds} experience {phrases['outcome'].text}"
    return text, {"unit", "bound", "outcome"}


_ENGLISH: dict[str, Pattern] = {
    "causal": _en_causal,
    "comparative": _en_comparative,
    "correlational": _en_correlational,
    "descriptive": _en_descriptive,
    "predictive": _en_predictive,
    "equivalence": _en_equivalence,
    "non_inferiority": _en_equivalence,
    "qualitative": _en_qualitative,
}


def _pt_causal(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure"):
        return _pt_comparative(claim, phrases)
    exposure, outcome = phrases["exposure"], phrases.get("outcome")
    if outcome is None:
        return None
    if outcome.nominal:
        own = relation(claim, "pt", exposure.plural)
        verb = own or _PORTUGUESE_VERBS[claim.direction][exposure.plural]
        return f"{clauses.definite(exposure)} {verb} {clauses.definite(outcome)}", {
            "exposure",
            "outcome",
        }
    degree = _degree(outcome, claim, "pt")
    unit = phrases.get("unit")
    if outcome.shape == "adjective" and degree is not None and unit is not None and unit.nominal:
        bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
        verb = "deixam" if exposure.plural else "deixa"
        whole = f"{clauses.definite(unit)}{bounds}"
        text = f"{clauses.definite(exposure)} {verb} {whole} {degree}{outcome.text}"
        return text, {"exposure", "outcome", "unit", "bound"}
    return None


def _pt_comparative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    whole, outcome, other = group(phrases), phrases.get("outcome"), phrases.get("comparator")
    if outcome is None:
        return None
    used: set[SlotName] = {"exposure", "outcome"}
    if whole is None:
        if not _nominal(phrases, "exposure", "outcome") or other is None or not other.nominal:
            return None
        first, sign = clauses.definite(phrases["exposure"]), _PORTUGUESE_LEVELS.get(claim.direction)
        if sign is not None:
            verb, level = ("são", sign + "es") if outcome.plural else ("é", sign)
            text = f"{clauses.definite(outcome)} {verb} {level} com {first}"
            return f"{text} do que com {clauses.definite(other)}", used | {"comparator"}
        text = f"há diferença {clauses.after_definite('em', outcome)} entre {first}"
        return f"{text} e {clauses.definite(other)}", used | {"comparator"}
    used |= {"unit", "bound", "comparator"}
    rest = _pt_other(phrases)
    if rest is None:
        return None
    unit = phrases["unit"]
    be = "são" if unit.plural else "é"
    sign = _PORTUGUESE_LEVELS.get(claim.direction)
    degree = _degree(outcome, claim, "pt")
    if outcome.nominal:
        if sign is None:
            lead = f"há diferença {clauses.after_definite('em', outcome)}"
            return f"{lead} entre {whole} e {rest}", used
        verb, sign = ("são", sign + "es") if outcome.plural else ("é", sign)
        text = f"{clauses.definite(outcome)} {verb} {sign} em {whole} do que em {rest}"
        return text, used
    if outcome.shape == "adjective" and degree is not None:
        return f"{whole} {be} {degree}{outcome.text} do que {rest}", used
    if outcome.shape == "verb" and degree is not None:
        return f"{whole} {outcome.text} {degree}do que {rest}", used
    return None


def _pt_other(phrases: Phrases) -> str | None:
    other, unit = phrases.get("comparator"), phrases["unit"]
    gender = unit.gender or "m"
    if other is None:
        return (
            None
            if unit.determined
            else f"outr{'a' if gender == 'f' else 'o'}s {unit.text}"
            if unit.plural
            else None
        )
    if other.nominal:
        return other.text
    return f"{ARTICLES[gender, unit.plural]} {other.text}" if other.shape in ATTACHED else None


def _pt_correlational(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure", "outcome"):
        return None
    sign = {"increase": " positiva", "decrease": " negativa"}.get(claim.direction, "")
    text = (
        f"há associação{sign} entre {clauses.definite(phrases['exposure'])}"
        f" e {clauses.definite(phrases['outcome'])}"
    )
    return text, {"exposure", "outcome"}


def _pt_predictive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure", "outcome"):
        return None
    exposure = phrases["exposure"]
    verb = "preveem" if exposure.plural else "prevê"
    text = f"{clauses.definite(exposure)} {verb} {clauses.definite(phrases['outcome'])}"
    return text, {"exposure", "outcome"}


def _pt_descriptive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "outcome") or "exposure" in phrases:
        return None
    outcome = phrases["outcome"]
    return f"{'quais são' if outcome.plural else 'qual é'} {clauses.definite(outcome)}", {"outcome"}


def _pt_equivalence(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "exposure", "outcome", "comparator"):
        return None
    exposure, other = phrases["exposure"], phrases["comparator"]
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    what = clauses.after_definite("em", phrases["outcome"])
    first, second = clauses.definite(exposure), clauses.definite(other)
    if claim.design == "equivalence":
        return f"há equivalência entre {first} e {second} {what}", used
    be = "são" if exposure.plural else "é"
    many = "es" if exposure.plural else ""
    return f"{first} não {be} inferior{many} {_to(other)} {what}", used


def _to(other: Phrase) -> str:
    return clauses.after_definite("a", other)


def _pt_qualitative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not _nominal(phrases, "unit", "outcome"):
        return None
    unit = phrases["unit"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    verb = "vivenciam" if unit.plural else "vivencia"
    text = f"como {unit.text}{bounds} {verb} {clauses.definite(phrases['outcome'])}"
    return text, {"unit", "bound", "outcome"}


_PORTUGUESE: dict[str, Pattern] = {
    "causal": _pt_causal,
    "comparative": _pt_comparative,
    "correlational": _pt_correlational,
    "descriptive": _pt_descriptive,
    "predictive": _pt_predictive,
    "equivalence": _pt_equivalence,
    "non_inferiority": _pt_equivalence,
    "qualitative": _pt_qualitative,
}
