"""The phrases that carry one slot each, for the end of a sentence: `, measured by the PHQ-9`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.phrases import ATTACHED, Phrase
from hypotheses.domain.claim import SlotName
from hypotheses.domain.types import Language

_YEAR = re.compile(r"(?:19|20)\d\d(?P<until> (?:to|a|até) (?:19|20)\d\d)?")
_ARTICLES = frozenset("the a an one o a os as um uma uns umas".split())
_PLACES = frozenset(
    """in at on near along across around inside outside within under between em no na nos nas num
    numa sob sobre entre junto perto dentro fora""".split()
)
ALONE = re.compile(r"^(?:only|just|só|somente|apenas) ", re.I)
"""Words before a bound that a question leaves out."""
_NEXT = frozenset("last next past first".split())
_SIDES = frozenset("before after since antes depois após desde later ago".split())
_MARGIN = {"en": "margin", "pt": "margem"}


_EACH_LED = re.compile(r"\be [oa]s? ")


def definite(phrase: Phrase) -> str:
    """A Portuguese noun phrase with its article: `produtividade` -> `a produtividade`."""
    if phrase.shape != "nominal" or phrase.determined or phrase.gender not in ("m", "f"):
        return phrase.text
    coordinated = phrase.plural and not phrase.text.split()[0].endswith("s")
    if coordinated and _EACH_LED.search(phrase.text):  # `o histórico e a distância`
        return f"{portuguese.ARTICLES[phrase.gender, False]} {phrase.text}"
    if f"{phrase.text.lower()} ".startswith(("quem ", "gente ")) or coordinated:
        return phrase.text
    return f"{portuguese.ARTICLES[phrase.gender, phrase.plural]} {phrase.text}"


def after(preposition: str, phrase: Phrase) -> str:
    """A Portuguese phrase behind a preposition, fused with its own article."""
    return portuguese.joined(preposition, phrase.text)


def after_definite(preposition: str, phrase: Phrase) -> str:
    """A Portuguese phrase behind a preposition with an article: `na produtividade`."""
    return portuguese.joined(preposition, definite(phrase))


def bound(phrase: Phrase) -> str:
    """What bounds the unit, behind it; words that cannot stand there go in brackets."""
    behind = phrase.shape == "adjective" and bool(phrase.gender)  # as Portuguese has it
    if phrase.shape in ATTACHED or behind or _living(phrase):
        return f" {phrase.text}"
    return f" ({phrase.text})"


def _living(phrase: Phrase) -> bool:
    """A verb's form behind a noun: `students living on campus`, `adultos residentes em Recife`."""
    if phrase.shape == "action" and phrase.tags[0].tag == "VG":
        return True
    return re.match(r"\w+[aei]ntes? (?:em|n[ao]s?|a|de)\b", phrase.text) is not None


def population(unit: Phrase, bounds: Phrase | None, language: Language) -> str | None:
    """`in small teams of one company`; None where the unit is no noun phrase."""
    if unit.shape == "prepositional":
        whole = unit.text
    elif unit.shape == "nominal":
        whole = f"in {unit.text}" if language == "en" else _within(unit)
    else:
        return None
    return whole + (bound(bounds) if bounds is not None else "")


def place(bounds: Phrase, language: Language) -> str | None:
    """Bounds without their unit: `in Recife`; None for those that hang on one: `of a company`."""
    bounds = replace(bounds, text=ALONE.sub("", bounds.text))
    first = bounds.text.split()[0].lower()
    if first in _PLACES:
        return bounds.text
    if bounds.shape in ATTACHED:
        return None
    common = (
        "," not in bounds.text
        and bounds.tags
        and bounds.tags[0].text.islower()
        and not bounds.determined
    )
    if language == "en" and common and not bounds.plural:
        return f"in the {bounds.text}"
    return population(replace(bounds, shape="nominal"), None, language)


def is_setting(bounds: Phrase) -> bool:
    """Whether bounds are a place by themselves, which no noun before them takes: `our shop`."""
    return bounds.shape == "nominal" and not bounds.text[0].isdigit() and not _living(bounds)


def _within(unit: Phrase) -> str:
    """`em alunos`, but `na turma`."""
    return after("em", unit) if unit.plural else after_definite("em", unit)


def measure(phrase: Phrase, outcome: Phrase | None, language: Language) -> str | None:
    """`measured by ...`; in Portuguese it agrees with `outcome` where it follows a noun."""
    if phrase.shape == "clause" and not _leads(phrase):
        return f"({phrase.text})"
    if _leads(phrase) or re.match(r"(?:medid|avaliad)[oa]s? |(?:measured|assessed) ", phrase.text):
        return phrase.text
    if phrase.shape == "prepositional":
        if language == "en":
            return f"measured {phrase.text}"
        own = portuguese.parted(phrase.text)
        return phrase.text if own == phrase.text else f"tendo como medida {own}"
    if language == "en":
        return f"measured by {phrase.text}"
    if outcome is not None and outcome.nominal and outcome.gender:
        participle = portuguese.agreeing("medid", outcome.gender, outcome.plural)
        return f"{participle} {after_definite('por', phrase)}"
    return f"tendo como medida {definite(phrase)}"


def _leads(phrase: Phrase) -> bool:
    """Whether words begin with their own conjunction: `as printed on the label`."""
    return phrase.subordinate or bool(phrase.tags and phrase.tags[0].tag in ("SCONJ", "WH"))


def held_by(phrases: Mapping[SlotName, Phrase]) -> Phrase | None:
    """The unit, where the comparison is between its groups rather than between acts or things."""
    exposure = phrases.get("exposure")
    return None if exposure is not None and exposure.nominal else phrases.get("unit")


def comparator(phrase: Phrase, unit: Phrase | None, language: Language) -> str | None:
    """`compared with ...`; words without a noun are held by `those`: `those without coffee`."""
    english = language == "en"
    if phrase.nominal or phrase.subordinate:
        joint = "" if phrase.nominal else "what happens " if language == "en" else "o que ocorre "
        own = definite(phrase) if language == "pt" and not phrase.plural else phrase.text
        return _compared(joint + own, language)
    if phrase.shape not in ATTACHED and phrase.shape != "adjective":
        return _compared(phrase.text, language)
    if re.match(r"(?:without|sem)\b", phrase.text):
        situation = "the situation" if language == "en" else "a situação"
        return _compared(f"{situation} {phrase.text}", language)
    if phrase.shape == "prepositional" and (unit is None or not unit.plural):
        return _compared(f"{'what happens' if english else 'o que ocorre'} {phrase.text}", language)
    if unit is None or not unit.nominal or not unit.plural or phrase.shape == "adjective":
        return _compared(phrase.text, language)
    if language == "en":
        return _compared(f"those {phrase.text}", language)
    return _compared(f"{portuguese.ARTICLES[unit.gender or 'm', True]} {phrase.text}", language)


_PERIOD = re.compile(r"(?:(?:the|o) )?(?:period|time|período|tempo)\b", re.I)


def is_period(phrase: Phrase) -> bool:
    """Whether words name a stretch of time: `the period before that`, `o período anterior`."""
    return phrase.shape == "nominal" and _PERIOD.match(phrase.text) is not None


def _compared(what: str, language: Language) -> str:
    return f"compared with {what}" if language == "en" else f"em comparação com {what}"


def window(phrase: Phrase, language: Language) -> str | None:
    """`over twelve weeks`, or the author's own preposition."""
    if phrase.shape == "prepositional" or phrase.text[0] in "([":
        return phrase.text
    years = _YEAR.match(phrase.text)
    if years is not None:
        lead = (
            ("from" if years["until"] else "in")
            if language == "en"
            else "de"
            if years["until"]
            else "em"
        )
        return f"{lead} {phrase.text}"
    if not phrase.nominal or not _is_length(phrase):
        return phrase.text
    if language == "pt":
        return f"durante {phrase.text}"
    return f"over {'the ' if phrase.tags[0].lower in _NEXT else ''}{phrase.text}"


def _is_length(phrase: Phrase) -> bool:
    """Whether a time is a bare length: `twelve weeks`, but not `each day`, `the week after`."""
    first, *rest = phrase.tags
    counted = first.tag.startswith(("N", "J", "VG")) or first.lower in _ARTICLES
    return counted and not any(w.tag in ("ADV", "SCONJ") or w.lower in _SIDES for w in rest)


_NUMBER = re.compile(
    r"(?:r |± ?|[+-]/?-? ?)?(?:\d|\b(?:one|two|three|five|eight|ten|half|um|uma|dois|duas|cinco|dez"
    r"|meio|meia)\b)",
    re.I,
)
_BESIDE = re.compile(
    r"\b(?:at most|either way|in either direction|(?:as (?:the|a) )?margin|no máximo"
    r"|para (?:mais|cima) (?:ou|e) para (?:menos|baixo))$",
    re.I,
)


def amount(text: str) -> str:
    """The size that a margin names: `within 5 points` -> `5 points`; empty without a number."""
    text = text.strip(" ().,;")
    number = _NUMBER.search(text)
    if number is None:
        return ""
    return _BESIDE.sub("", text[number.start() :]).strip("±+-/ ")


def margin(phrase: Phrase, language: Language) -> str | None:
    """`with a margin of 3 points`; a threshold of the author's stands as it is."""
    text = phrase.text
    if phrase.shape == "clause":
        return f"({text})"
    word = _MARGIN[language]
    if phrase.shape == "prepositional":
        return text
    if word in text.lower():
        article = {"en": "a ", "pt": "uma "}[language]
        lead = "" if phrase.determined and not text[0].isdigit() else article
        return f"{'with' if language == 'en' else 'com'} {lead}{text}"
    if language == "en":
        return f"with a margin of {text}"
    return f"com margem de {text}"


EFFECTS = (
    r"(?:the|this|that|its|[oa]|ess[ea]|est[ea]|tal) (?:[a-z]{4,12} )?(?:effect|difference|gap|link"
    r"|association|relation(?:ship)?|benefit|impact|efeito|diferença|relação|associação|benefício"
    r"|impacto)"
)
"""A pattern of what a claim says of its own effect: `this indirect effect`."""
_STRONGER = re.compile(rf"{EFFECTS} (?:is|was|are|were|é|era|foi|fica|são)\b", re.I)


def qualifiers(phrase: Phrase, language: Language) -> str:
    """A condition as it stands, or behind `in the case of`."""
    if _STRONGER.match(phrase.text):
        return f"{'and' if language == 'en' else 'e'} {phrase.text}"  # a clause of its own
    if phrase.shape in ("prepositional", "clause", "participle"):
        return phrase.text
    if phrase.shape == "nominal" and phrase.tags[0].tag.startswith(("N", "D", "J")):
        return (
            f"in the case of {phrase.text}"
            if language == "en"
            else after_definite("no caso de", phrase)
        )
    return phrase.text


def approach(phrase: Phrase, language: Language) -> str | None:
    """`studied through interviews`."""
    if phrase.shape == "prepositional" or _leads(phrase):
        return phrase.text
    if language == "en":
        return f"studied through {phrase.text}"
    return after("a investigar por meio de", phrase)
