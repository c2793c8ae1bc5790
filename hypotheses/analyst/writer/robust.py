"""A question whose slots are set side by side, for words that fit into no sentence.

What is no noun phrase stands in quotation marks, as a name of itself, so that the sentence around
it is right whatever the words are: `Is “ficaram acordados” more frequent with “...” than without?`
"""

from __future__ import annotations

from hypotheses.analyst.writer import clauses, portuguese
from hypotheses.analyst.writer.edit import closed
from hypotheses.analyst.writer.phrases import ATTACHED, Phrase, phrases_of
from hypotheses.domain.claim import Claim, Direction, SlotName
from hypotheses.domain.types import Language

Phrases = dict[SlotName, Phrase]

_DEGREES: dict[Language, dict[Direction, tuple[str, str]]] = {
    "en": {"increase": ("greater", "more frequent"), "decrease": ("lower", "less frequent")},
    "pt": {"increase": ("maior", "mais frequente"), "decrease": ("menor", "menos frequente")},
}
_SIGNS: dict[Language, dict[Direction, str]] = {
    "en": {"increase": "positively ", "decrease": "negatively "},
    "pt": {"increase": "positiva ", "decrease": "negativa "},
}
_AS_FREQUENT = "igualmente frequente"
_ENDINGS: tuple[SlotName, ...] = ("qualifiers", "measure", "margin", "window", "approach")


def robust(claim: Claim, language: Language, source: str = "") -> str | None:
    """The question; None where exposure or outcome is lacking."""
    phrases = phrases_of(claim, language, source)
    if "outcome" not in phrases or "exposure" not in phrases or claim.design == "qualitative":
        return None
    core = (_english if language == "en" else _portuguese)(claim, phrases)
    text = _lead(phrases, language) + core
    for name in _ENDINGS:
        if name in phrases and (name != "measure" or claim.measure is not None):
            text += _ending(name, phrases[name], language)
    return closed(text, "?")


def _lead(phrases: Phrases, language: Language) -> str:
    """`among nurses in Recife, `."""
    unit, bound = phrases.get("unit"), phrases.get("bound")
    if unit is not None:
        many = unit.nominal and unit.plural
        joint = {"en": ("in ", "among "), "pt": ("em ", "entre ")}[language][many]
        behind = clauses.bound(bound) if bound is not None else ""
        if unit.nominal and language == "pt":
            return f"{clauses.after_definite(joint.strip(), unit)}{behind}, "
        return f"{joint}{_named(unit)}{behind}, "
    if bound is None:
        return ""
    place = clauses.place(bound, language)
    return f"{place}, " if place else ""


def _named(phrase: Phrase) -> str:
    """A noun phrase as it stands, other words in quotation marks."""
    return phrase.text if phrase.nominal else f"“{phrase.text}”"


def _many(phrase: Phrase) -> bool:
    return phrase.shape == "nominal" and phrase.plural


def _under(phrase: Phrase, phrases: Phrases, language: Language) -> str:
    """Where something is the case: `with coffee`, `among those who drink it`, `when it rains`."""
    if phrase.subordinate:
        return phrase.text
    unit = phrases.get("unit")
    if phrase.shape == "prepositional":
        return phrase.text
    if phrase.shape in ATTACHED and unit is not None:
        if language == "en":
            return f"{'among those' if _many(unit) else 'in one'} {phrase.text}"
        one = f"{portuguese.ARTICLES[unit.gender or 'm', unit.plural]} {phrase.text}"
        return portuguese.joined("em", one)
    return f"with {_named(phrase)}" if language == "en" else f"com {_defined(phrase)}"


def _english(claim: Claim, phrases: Phrases) -> str:
    first, second = phrases["exposure"], phrases["outcome"]
    exposure, outcome, other = _named(first), _named(second), phrases.get("comparator")
    be, sign = ("are" if _many(first) else "is"), _SIGNS["en"].get(claim.direction, "")
    if claim.design == "correlational" and other is None and first.nominal:
        return f"{be} {exposure} {sign}associated with {outcome}"
    if claim.design == "predictive" and other is None and first.nominal:
        return f"{'do' if _many(first) else 'does'} {exposure} predict {outcome}"
    if claim.design == "non_inferiority" and other is not None:
        return f"{be} {exposure} non-inferior to {_named(other)} in {outcome}"
    be = "are" if _many(second) else "is"
    here = _under(first, phrases, "en")
    there = "otherwise" if other is None else _under(other, phrases, "en")
    if claim.design in ("equivalence", "non_inferiority") or claim.direction == "none":
        alike = "the same" if second.nominal else "as frequent"
        return f"{be} {outcome} {alike} {here} as {there}"
    degree = _DEGREES["en"].get(claim.direction)
    if degree is not None:
        return f"{be} {outcome} {degree[not second.nominal]} {here} than {there}"
    between = f"between {exposure} and {_named(other)}" if other else f"with and without {exposure}"
    return f"{'do' if _many(second) else 'does'} {outcome} differ {between}"


def _defined(phrase: Phrase) -> str:
    return clauses.definite(phrase) if phrase.nominal else f"“{phrase.text}”"


def _behind(preposition: str, phrase: Phrase) -> str:
    return portuguese.joined(preposition, _defined(phrase))


def _portuguese(claim: Claim, phrases: Phrases) -> str:
    first, second = phrases["exposure"], phrases["outcome"]
    exposure, outcome, other = _defined(first), _defined(second), phrases.get("comparator")
    if claim.design == "correlational" and other is None and first.nominal:
        sign = _SIGNS["pt"].get(claim.direction, "")
        return f"há relação {sign}entre {exposure} e {outcome}"
    if claim.design == "predictive" and other is None and first.nominal:
        return f"é possível prever {outcome} {_behind('a partir de', first)}"
    if claim.design == "non_inferiority" and other is not None:
        be = "são inferiores" if _many(first) else "é inferior"
        return f"{exposure} não {be} {_behind('a', other)} {_behind('em', second)}"
    be = "são" if _many(second) else "é"
    here = _under(first, phrases, "pt")
    there = "nos demais casos" if other is None else _under(other, phrases, "pt")
    if claim.design in ("equivalence", "non_inferiority") or claim.direction == "none":
        alike = ("iguais" if _many(second) else "igual") if second.nominal else _AS_FREQUENT
        return f"{outcome} {be} {alike} {here} e {there}"
    degree = _DEGREES["pt"].get(claim.direction)
    if degree is None:
        between = f"entre {exposure} e {_defined(other)}" if other else f"com e sem {exposure}"
        return f"há diferença {_behind('em', second)} {between}"
    level = degree[not second.nominal] + ("es" if _many(second) else "")
    return f"{outcome} {be} {level} {here} do que {there}"


def _ending(name: SlotName, phrase: Phrase, language: Language) -> str:
    """A further slot behind the question, in brackets where it has no clause of its own."""
    rules = {
        "window": clauses.window,
        "margin": clauses.margin,
        "qualifiers": clauses.qualifiers,
        "approach": clauses.approach,
    }
    made = (
        clauses.measure(phrase, None, language)
        if name == "measure"
        else rules[name](phrase, language)
    )
    made = made or f"({phrase.text})"
    return f" {made}" if made.startswith("(") else f", {made}"
