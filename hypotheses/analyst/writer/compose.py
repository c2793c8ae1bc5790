"""A question made from the frame alone, for each design, where the slots' shapes allow it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from hypotheses.analyst.writer import clauses, portuguese
from hypotheses.analyst.writer.assertion import assertion
from hypotheses.analyst.writer.edit import closed
from hypotheses.analyst.writer.english import base, gerund, is_past, present
from hypotheses.analyst.writer.phrases import (
    ATTACHED,
    Phrase,
    analysed,
    phrases_of,
    with_indefinite,
)
from hypotheses.analyst.writer.portuguese import ARTICLES
from hypotheses.analyst.writer.predicates import is_degree
from hypotheses.analyst.writer.tagging.tagger import tagged
from hypotheses.domain.claim import Claim, Direction, Slot, SlotName
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
    own, general = (_ENGLISH, _IN_ENGLISH) if language == "en" else (_PORTUGUESE, _IN_PORTUGUESE)
    patterns = (own[claim.design], *general) if claim.design in own else general
    if language == "en" and "exposure" in phrases and group(phrases) is None:
        phrases["exposure"] = _as_action(phrases["exposure"])
    cores = (pattern(claim, phrases) for pattern in patterns)
    core = next((core for core in cores if core is not None), None)
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
        text += f" {clause}" if clause.startswith("(") else f", {clause}"
    return closed(text, "?")


def _as_action(exposure: Phrase) -> Phrase:
    """`read aloud` -> `reading aloud`, `night bus` -> `a night bus`: what can be a subject."""
    exposure = with_indefinite(exposure)
    if exposure.shape != "verb" or exposure.tags[0].tag not in ("V0", "VD"):
        return exposure
    first, _, rest = exposure.text.partition(" ")
    first = present(first) if is_past(first) or first.endswith("ed") else first
    return replace(exposure, text=f"{gerund(first)} {rest}".strip(), shape="action", plural=False)


def _where(phrases: Phrases, used: set[SlotName], language: Language) -> str | None:
    if "unit" in used:
        return ""
    if "unit" in phrases:
        whole = clauses.population(phrases["unit"], phrases.get("bound"), language)
        return None if whole is None else f" {whole}"
    if "bound" in phrases:
        whole = clauses.place(phrases["bound"], language)
        return None if whole is None else f" {whole}"
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
    if any(map(is_degree, outcome.tags)):
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
        if _many(outcome) and phrases["unit"].plural:
            level = _level(claim, "en", outcome, plural=True)
            return f"do {whole} have {level} {outcome.text} than {rest}", used
        return f"is {outcome.text} {sign} in {whole} than in {rest}", used
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
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    if outcome is None or "exposure" in phrases:
        return None
    if outcome.nominal:
        return f"what {'are' if _many(outcome) else 'is'} {_the(outcome)}", {"outcome"}
    if unit is None or not unit.nominal:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    be = "" if outcome.shape in ("verb", "clause") else "are "
    return f"how many {unit.text}{bounds} {be}{outcome.text}", {"outcome", "unit", "bound"}


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
    if (asked := _embedded(phrases, "en")) is not None:
        return asked
    if not _nominal(phrases, "unit", "outcome"):
        return None
    unit = phrases["unit"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    do = "do" if unit.plural else "does"
    text = f"how {do} {unit.text}{bounds} experience {phrases['outcome'].text}"
    return text, {"unit", "bound", "outcome"}


_WH = re.compile(r"(how|why|what|como|por que|o que) ", re.I)
_THEY = re.compile(r"(?:they|eles|elas) ", re.I)


def _embedded(phrases: Phrases, language: Language) -> tuple[str, set[SlotName]] | None:
    """A phenomenon that is a question by itself: `how they come to trust their body`."""
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    word = _WH.match(outcome.text) if outcome is not None else None
    if word is None or outcome is None or unit is None:
        return None
    rest = outcome.text[word.end() :]
    used: set[SlotName] = {"outcome"}
    subject = None
    if _THEY.match(rest):
        whole = unit.text + (clauses.bound(phrases["bound"]) if "bound" in phrases else "")
        rest, subject = _THEY.sub(f"{whole} ", rest, count=1), Slot(whole, start=0, end=len(whole))
        used |= {"unit", "bound"}
    elif unit.text.lower() in rest.lower():
        used |= {"unit", "bound"}
        bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
        end = rest.lower().index(unit.text.lower()) + len(unit.text)
        rest = rest[:end] + bounds + rest[end:]
    if language == "en":
        found = assertion(Claim(unit=subject), "en", rest)
        if found is None:
            return None
        rest = found.question
    return f"{word[1].lower()} {rest}", used


def _level(claim: Claim, language: Language, outcome: Phrase, *, plural: bool = False) -> str:
    """The author's comparative, or one that tells the direction: `fewer`, `sooner`, `more`.

    Empty where the outcome's words compare by themselves.
    """
    if any(map(is_degree, outcome.tags)):
        return ""
    own = tagged(claim.relation, language)
    compares = any(map(is_degree, own[:1])) or (len(own) == 1 and own[0].lower.endswith("er"))
    if 0 < len(own) < 4 and compares:
        return claim.relation.lower()
    level = _DEGREES[language].get(claim.direction, "")
    return "fewer" if plural and level == "less" else level


def _circumstance(phrases: Phrases, language: Language) -> str | None:
    """The exposure as when or where something happens: `when it rains`, `with a net`."""
    exposure = phrases.get("exposure")
    if exposure is None or exposure.shape == "cut":
        return None
    if exposure.subordinate or exposure.shape == "prepositional":
        return exposure.text
    first_verb = exposure.tags[0].tag if exposure.tags else ""
    if exposure.shape == "clause" or first_verb.startswith("VF"):
        return f"{'when' if language == 'en' else 'quando'} {exposure.text}"
    if exposure.shape == "action":
        lead = "when" if language == "en" else "" if first_verb == "VG" else "ao"
        return f"{lead} {exposure.text}".strip()
    if exposure.shape == "nominal":
        if language == "en":
            return f"with {exposure.text}"
        return f"com {exposure.text if exposure.plural else clauses.definite(exposure)}"
    if exposure.shape == "participle":
        return f"{'when' if language == 'en' else 'quando'} {exposure.text}"
    return None


def _than(phrases: Phrases, language: Language) -> tuple[str, set[SlotName]]:
    """`than in the shade`, where the comparator is a circumstance, too."""
    other = phrases.get("comparator")
    if other is None or not (other.subordinate or other.shape == "prepositional"):
        return "", set()
    return f" {'than' if language == 'en' else 'do que'} {other.text}", {"comparator"}


def _en_made(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """`does a bell make the children calm down sooner`, `does it affect whether they do`."""
    outcome = phrases.get("outcome")
    unit = phrases.get("unit", analysed("people", "en"))
    if not _nominal(phrases, "exposure") or not unit.nominal or outcome is None:
        return None
    if outcome.shape != "verb":
        return None
    done = _as_base(outcome)
    exposure = phrases["exposure"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    used: set[SlotName] = {"exposure", "outcome", "unit", "bound"}
    lead = f"{'do' if _many(exposure) else 'does'} {exposure.text}"
    if claim.direction in _LEVELS:
        degree = _level(claim, "en", outcome)
        return f"{lead} make {unit.text}{bounds} {done} {degree}", used
    return f"{lead} affect whether {unit.text}{bounds} {outcome.text}", used


def _en_circumstance(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """`are there fewer quarrels when it rains`, `do hens lay more with a lamp`."""
    when, outcome, unit = _circumstance(phrases, "en"), phrases.get("outcome"), phrases.get("unit")
    if when is None or outcome is None or claim.direction == "none":
        return None
    than, used = _than(phrases, "en")
    used |= {"exposure", "outcome"}
    directed = claim.direction in _LEVELS
    if outcome.nominal:
        be = "are" if _many(outcome) else "is"
        if not directed:
            return f"{'do' if _many(outcome) else 'does'} {outcome.text} differ {when}{than}", used
        level = _level(claim, "en", outcome, plural=_many(outcome))
        if level and claim.counted and not _many(outcome):
            return f"{be} {outcome.text} {_LEVELS[claim.direction]} {when}{than}", used
        return (
            f"{be} there {level} {outcome.text} {when}{than}",
            used,
        )
    if unit is None or not unit.nominal or not directed:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    used |= {"unit", "bound"}
    subject, degree = f"{unit.text}{bounds}", _level(claim, "en", outcome)
    if outcome.shape == "adjective":
        return (
            f"{'are' if unit.plural else 'is'} {subject} {degree} {outcome.text} {when}{than}",
            used,
        )
    if outcome.shape == "verb":
        do = "do" if unit.plural else "does"
        return f"{do} {subject} {_as_base(outcome)} {degree} {when}{than}", used
    return None


def _as_base(verb: Phrase) -> str:
    first, _, rest = verb.text.partition(" ")
    bases = {"V3": base, "VD": present}
    made = bases.get(verb.tags[0].tag, str)(first)
    return f"{made} {rest}".strip()


_IN_ENGLISH: tuple[Pattern, ...] = (_en_causal, _en_made, _en_circumstance)
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
        text = f"{clauses.definite(outcome)} {verb} {sign} em {whole} do que"
        return f"{text} {portuguese.joined('em', rest)}", used
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
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    if outcome is None or "exposure" in phrases:
        return None
    if outcome.nominal:
        lead = "quais são" if outcome.plural else "qual é"
        return f"{lead} {clauses.definite(outcome)}", {"outcome"}
    if unit is None or not unit.nominal:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    be = "" if outcome.shape in ("verb", "clause") else "estão "
    many = portuguese.agreeing("quant", unit.gender or "m", plural=True)
    return f"{many} {unit.text}{bounds} {be}{outcome.text}", {"outcome", "unit", "bound"}


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
    if (asked := _embedded(phrases, "pt")) is not None:
        return asked
    if not _nominal(phrases, "unit", "outcome"):
        return None
    unit = phrases["unit"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    verb = "vivenciam" if unit.plural else "vivencia"
    text = f"como {unit.text}{bounds} {verb} {clauses.definite(phrases['outcome'])}"
    return text, {"unit", "bound", "outcome"}


def _pt_circumstance(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """`há menos brigas quando chove`, `as galinhas põem mais com a lâmpada`."""
    when, outcome, unit = _circumstance(phrases, "pt"), phrases.get("outcome"), phrases.get("unit")
    if when is None or outcome is None or claim.direction == "none":
        return None
    than, used = _than(phrases, "pt")
    used |= {"exposure", "outcome"}
    level = _level(claim, "pt", outcome)
    compares = bool(level) or any(map(is_degree, outcome.tags))
    if outcome.nominal:
        what = clauses.definite(outcome)
        if not compares:
            return f"{what} {'mudam' if outcome.plural else 'muda'} {when}{than}", used
        sign = _PORTUGUESE_LEVELS.get(claim.direction)
        if sign is not None and level and claim.counted and not outcome.plural:
            return f"{what} é {sign} {when}{than}", used
        return f"há {level} {outcome.text} {when}{than}", used
    if unit is None or not unit.nominal or not compares:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    used |= {"unit", "bound"}
    subject = f"{unit.text if unit.plural else clauses.definite(unit)}{bounds}"
    if outcome.shape == "adjective":
        return (
            f"{subject} {'são' if unit.plural else 'é'} {level} {outcome.text} {when}{than}",
            used,
        )
    if outcome.shape == "verb":
        return f"{subject} {outcome.text} {level} {when}{than}", used
    return None


_IN_PORTUGUESE: tuple[Pattern, ...] = (_pt_causal, _pt_circumstance)
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
