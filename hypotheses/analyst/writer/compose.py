"""A question made from the frame alone, for each design, where the shapes of the slots allow it.

Otherwise the slots are listed side by side. Words that are no noun phrase take a form that can
serve as one: an act its -ing form, a clause the frequency with which it happens. What has no such
form is quoted, so that the sentence around it is correct whatever the words are.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.factors import unnamed_factors
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer import clauses, portuguese
from hypotheses.analyst.writer.compose_english import (
    ENGLISH,
    IN_ENGLISH,
    as_base,
    as_gerund,
    theirs,
)
from hypotheses.analyst.writer.compose_portuguese import IN_PORTUGUESE, PORTUGUESE
from hypotheses.analyst.writer.edit import closed
from hypotheses.analyst.writer.fragments import (
    Phrases,
    event_in,
    group,
    interaction,
    level_of,
    with_nouns,
)
from hypotheses.analyst.writer.holders import with_holder
from hypotheses.analyst.writer.phrases import ATTACHED, Phrase, phrases_of, with_indefinite
from hypotheses.analyst.writer.places import placed
from hypotheses.analyst.writer.predicates import is_degree
from hypotheses.domain.claim import Claim, Direction, SlotName
from hypotheses.domain.types import Language


def composed(claim: Claim, language: Language, source: str = "") -> str | None:
    """The question, or None where a slot's words fit no pattern."""
    phrases: Phrases = with_nouns(phrases_of(claim, language, source))
    if group(phrases) is None:
        phrases = with_holder(claim, phrases, source)
    claim = _with_own_verb(claim, language, source)
    if claim.counted and claim.measure is None:
        phrases.pop("measure", None)
    own, general = (ENGLISH, IN_ENGLISH) if language == "en" else (PORTUGUESE, IN_PORTUGUESE)
    patterns = (own[claim.design], *general) if claim.design in own else general
    patterns = (partial(_which_factors, language=language), *patterns)
    if language == "en" and "exposure" in phrases and group(phrases) is None:
        phrases["exposure"] = as_gerund(with_indefinite(phrases["exposure"]))
    cores = (pattern(claim, phrases) for pattern in patterns)
    core = interaction(claim, phrases, language)
    core = core or next((core for core in cores if core is not None), None)
    if core is None:
        return None
    text, used = _instead(core, claim, phrases, source, language)
    where = _where(phrases, used, language) if not _is_named(phrases, text) else ""
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


def _which_factors(
    claim: Claim, phrases: Phrases, language: Language
) -> tuple[str, set[SlotName]] | None:
    """`which factors influence the yield`, where the author names none of them."""
    exposure, outcome = phrases.get("exposure"), phrases.get("outcome")
    factors = unnamed_factors(exposure.text, language) if exposure is not None else None
    if factors is None or outcome is None or outcome.shape != "nominal":
        return None
    noun, gender = factors
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    if language == "en":
        verbs = {"correlational": "are associated with", "predictive": "predict"}
        return f"which {noun} {verbs.get(claim.design, 'influence')} {outcome.text}", used
    what = clauses.definite(outcome)
    if claim.design == "correlational":
        tied = portuguese.agreeing("associad", gender, plural=True)
        return f"que {noun} estão {tied} {portuguese.joined('a', what)}", used
    return f"que {noun} {'preveem' if claim.design == 'predictive' else 'influenciam'} {what}", used


_INSTEAD = lazy_regex(r"\b(?:instead of|rather than|em vez de|ao invés de)\s+\Z", re.I)


def _instead(
    core: tuple[str, set[SlotName]],
    claim: Claim,
    phrases: Phrases,
    source: str,
    language: Language,
) -> tuple[str, set[SlotName]]:
    """The option that the author contrasts with the exposure, after it: `rather than every
    four`."""
    text, used = core
    spot, exposure = placed(claim.comparator, source), phrases.get("exposure")
    if (
        spot is None
        or exposure is None
        or "comparator" in used
        or not _INSTEAD.search(source[: spot[0]])
    ):
        return core
    lead = "rather than" if language == "en" else "em vez de"
    other = f"{exposure.text} {lead} {phrases['comparator'].text}"
    if text.count(exposure.text) != 1:
        return core
    return text.replace(exposure.text, other), used | {"comparator"}


def _with_own_verb(claim: Claim, language: Language, source: str) -> Claim:
    """The relation without a verb that does not connect exposure and outcome: `the number fell`."""
    tokens = tagged(claim.relation, language)
    verb = len(tokens) == 1 and tokens[0].tag.startswith("V")
    exposure, outcome = placed(claim.exposure, source), placed(claim.outcome, source)
    if not verb or exposure is None or outcome is None:
        return claim
    between = claim.relation in source[exposure[1] : outcome[0]]
    return claim if between else replace(claim, relation="")


def _is_named(phrases: Phrases, text: str) -> bool:
    """Whether a text already names its unit in the singular: `employee turnover`."""
    unit = phrases.get("unit")
    if unit is None or "bound" in phrases or not unit.plural:
        return False
    return re.search(rf"\b{re.escape(unit.text.removesuffix('s'))}\b", text, re.I) is not None


def _where(phrases: Phrases, used: set[SlotName], language: Language) -> str | None:
    if "unit" in used:
        return ""
    if "unit" in phrases and any(
        f" {phrases['unit'].text} " in f" {phrases[name].text} " for name in used if name in phrases
    ):
        return ""  # `the number of nesting birds`
    if "unit" in phrases:
        whole = clauses.population(phrases["unit"], phrases.get("bound"), language)
        return None if whole is None else f" {whole}"
    if "bound" in phrases and "bound" not in used:
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


COPULAS = frozenset(
    """make makes leave leaves keep keeps get gets become becomes is are was were be
    deixa deixam deixe deixem torna tornam torne tornem fica ficam fique fiquem é são seja sejam
    estão está mantém mantêm faz fazem""".split()
)


def governs(claim: Claim, language: Language) -> bool:
    """Whether the relation begins with a verb that has the outcome as its object."""
    tokens = tagged(claim.relation, language)
    if not tokens or tokens[0].lower in COPULAS:
        return False
    return tokens[0].tag.startswith(("V3", "V0", "VF")) and tokens[0].tag != "AUX"


_DEGREES: dict[Language, dict[Direction, str]] = {
    "en": {"increase": "greater", "decrease": "lower"},
    "pt": {"increase": "maior", "decrease": "menor"},
}
_SIGNS: dict[Language, dict[Direction, str]] = {
    "en": {"increase": "positively ", "decrease": "negatively "},
    "pt": {"increase": "positiva ", "decrease": "negativa "},
}
_OTHERWISE: dict[Language, str] = {"en": "otherwise", "pt": "nos demais casos"}
_ENDINGS: tuple[SlotName, ...] = ("qualifiers", "measure", "margin", "window", "approach")


def robust(claim: Claim, language: Language, source: str = "") -> str | None:
    """The question; None where exposure or outcome is missing."""
    phrases = with_nouns(phrases_of(claim, language, source))
    if "outcome" not in phrases or "exposure" not in phrases or claim.design == "qualitative":
        return None
    if group(phrases) is not None and phrases["unit"].plural:
        phrases = _of_group(phrases)
    phrases["outcome"] = _as_act(phrases["outcome"])
    core = (_english if language == "en" else _portuguese)(claim, phrases)
    text = core if _acts(phrases) else _lead(phrases, language) + core
    for name in _ENDINGS:
        if name in phrases and (name != "measure" or claim.measure is not None):
            text += _beside(name, phrases[name], language)
    return closed(text, "?")


def _as_act(outcome: Phrase) -> Phrase:
    """A comparison that was tagged as a noun: `stay empty fewer weeks`."""
    later = any(map(is_degree, outcome.tags[1:]))
    if outcome.shape != "nominal" or outcome.determined or not later or is_degree(outcome.tags[0]):
        return outcome
    return replace(outcome, shape="verb", plural=False)


def _of_group(phrases: Phrases) -> Phrases:
    """The phrases of a claim about a group, which is what varies: `taller candidates`."""
    whole = group(phrases)
    held = {name: found for name, found in phrases.items() if name not in ("unit", "bound")}
    if whole is None:
        return phrases
    made: Phrases = {**held, "exposure": replace(phrases["unit"], text=whole, determined=True)}
    if (other := held.get("comparator")) is not None and other.nominal and other.plural:
        made["comparator"] = replace(other, determined=True)
    return made


def _acts(phrases: Phrases) -> bool:
    """Whether the outcome is an act of the unit, so that the unit is its subject."""
    unit, outcome = phrases.get("unit"), phrases["outcome"]
    return unit is not None and unit.nominal and outcome.shape == "verb"


def _whole(phrases: Phrases) -> str:
    """The unit with its bounds."""
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    return f"{phrases['unit'].text}{bounds}"


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
    """A noun phrase as it stands; other words in quotation marks."""
    return phrase.text if phrase.nominal else f"“{phrase.text}”"


def _many(phrase: Phrase) -> bool:
    return phrase.shape == "nominal" and phrase.plural


def _under(phrase: Phrase, phrases: Phrases, language: Language) -> str:
    """The condition in which something is the case: `with coffee`, `among those who drink it`,
    `when it rains`."""
    if phrase.subordinate or phrase.shape == "prepositional":
        return phrase.text
    unit = phrases.get("unit")
    if phrase.shape in ATTACHED and unit is not None:
        if language == "en":
            return f"{'among those' if _many(unit) else 'in one'} {phrase.text}"
        one = f"{portuguese.ARTICLES[unit.gender or 'm', unit.plural]} {phrase.text}"
        return portuguese.joined("em", one)
    if phrase is phrases["exposure"] and (event := event_in(phrases, language)):
        return event
    if phrase.shape == "clause":
        return f"{'when' if language == 'en' else 'quando'} {phrase.text}"
    if phrase.determined and phrase.plural and unit is None and phrase.shape == "nominal":
        return f"in {phrase.text}" if language == "en" else portuguese.joined("em", phrase.text)
    if clauses.is_period(phrase):
        return f"in {phrase.text}" if language == "en" else clauses.after_definite("em", phrase)
    if language == "en":
        return f"with {_named(as_gerund(phrase))}"
    if phrase.shape == "action":
        return f"ao {phrase.text}"
    return f"com {_defined(phrase)}"


def _elsewhere(phrases: Phrases, language: Language) -> str:
    """The comparator, where its words do not repeat an exposure that is no noun phrase."""
    other, exposure = phrases.get("comparator"), phrases["exposure"]
    if other is None and event_in(phrases, language):
        return "before" if language == "en" else "antes"
    if other is None or (not exposure.nominal and exposure.text in other.text):
        return _OTHERWISE[language]
    return _under(other, phrases, language)


def _english(claim: Claim, phrases: Phrases) -> str:
    first, second = as_gerund(phrases["exposure"]), phrases["outcome"]
    other = phrases.get("comparator")
    here, there = _under(phrases["exposure"], phrases, "en"), _elsewhere(phrases, "en")
    degree = _DEGREES["en"].get(claim.direction)
    if _acts(phrases) and degree is not None:
        level = level_of(claim, "en", second)
        level = f"{level} often" if level in ("more", "less") and not claim.counted else level
        do = "do" if phrases["unit"].plural else "does"
        done = f"{as_base(second)} {level}".rstrip()
        return f"{do} {_whole(phrases)} {done} {here} than {there}"
    exposure = _named(first)
    if claim.design == "predictive" and _acts(phrases) and other is None and first.nominal:
        one = with_indefinite(phrases["unit"])
        who = f"which {phrases['unit'].text}" if one.plural else f"whether {one.text}"
        return f"{'do' if _many(first) else 'does'} {exposure} predict {who} will {as_base(second)}"
    second = _as_quantity(second, phrases, "en")
    outcome = _named(second)
    be, sign = ("are" if _many(first) else "is"), _SIGNS["en"].get(claim.direction, "")
    if claim.design == "correlational" and other is None and first.nominal:
        return f"{be} {exposure} {sign}associated with {outcome}"
    if claim.design == "predictive" and other is None and first.nominal:
        exposure = theirs(first, phrases.get("unit")).text
        return f"{'do' if _many(first) else 'does'} {exposure} predict {outcome}"
    if claim.design == "non_inferiority" and other is not None:
        return f"{be} {exposure} non-inferior to {_named(other)} in {outcome}"
    be = "are" if _many(second) else "is"
    if claim.design in ("equivalence", "non_inferiority") or claim.direction == "none":
        return f"{be} {outcome} the same {here} as {there}"
    if degree is not None:
        return f"{be} {outcome} {degree} {here} than {there}"
    if other is None and not first.nominal:
        return f"{'do' if _many(second) else 'does'} {outcome} differ {here}"
    between = f"between {exposure} and {_named(other)}" if other else f"with and without {exposure}"
    return f"{'do' if _many(second) else 'does'} {outcome} differ {between}"


def _as_quantity(outcome: Phrase, phrases: Phrases, language: Language) -> Phrase:
    """An outcome as a noun phrase: `the frequency with which nurses call in sick`."""
    done = outcome.text
    if _acts(phrases):
        unit = phrases["unit"]
        whole = _whole(phrases)
        if language == "pt" and not unit.determined:
            whole = clauses.definite(unit) + whole[len(unit.text) :]
        done = f"{whole} {done}"
    elif outcome.shape != "clause" or outcome.subordinate:
        return as_gerund(outcome) if language == "en" else outcome
    elif language == "pt" and (noun := outcome.tags[0].tag.split("."))[0] == "N":
        done = f"{portuguese.ARTICLES[noun[1], noun[2] == 'p']} {done}"  # `as reuniões atrasam`
    if language == "en":
        return Phrase(f"the frequency with which {done}", "nominal", determined=True)
    return Phrase(f"a frequência com que {done}", "nominal", gender="f", determined=True)


def _defined(phrase: Phrase) -> str:
    return clauses.definite(phrase) if phrase.nominal else f"“{phrase.text}”"


def _behind(preposition: str, phrase: Phrase) -> str:
    return portuguese.joined(preposition, _defined(phrase))


def _portuguese(claim: Claim, phrases: Phrases) -> str:
    first, second = phrases["exposure"], _as_quantity(phrases["outcome"], phrases, "pt")
    exposure, outcome, other = _defined(first), _defined(second), phrases.get("comparator")
    if claim.design == "correlational" and other is None and first.nominal:
        sign = _SIGNS["pt"].get(claim.direction, "")
        return f"há relação {sign}entre {exposure} e {outcome}"
    if claim.design == "predictive" and other is None and first.nominal:
        return f"é possível prever {outcome} {_behind('a partir de', first)}"
    if claim.design == "non_inferiority" and other is not None:
        be = "são inferiores" if _many(first) else "é inferior"
        return f"{exposure} não {be} {_behind('a', other)} {_behind('em', second)}"
    many = _many(second)
    be = "são" if many else "é"
    here, there = _under(first, phrases, "pt"), _elsewhere(phrases, "pt")
    if claim.design in ("equivalence", "non_inferiority") or claim.direction == "none":
        return f"{outcome} {be} {'iguais' if many else 'igual'} {here} e {there}"
    degree = _DEGREES["pt"].get(claim.direction)
    if degree is not None:
        return f"{outcome} {be} {degree}{'es' if many else ''} {here} do que {there}"
    if other is None and not first.nominal:
        return f"há diferença {_behind('em', second)} {here}"
    between = f"entre {exposure} e {_defined(other)}" if other else f"com e sem {exposure}"
    return f"há diferença {_behind('em', second)} {between}"


def _beside(name: SlotName, phrase: Phrase, language: Language) -> str:
    """A further slot after the question, in brackets where it has no phrase of its own."""
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
