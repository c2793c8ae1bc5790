"""The phrases that carry one slot each, for the end of a sentence: `, measured by the PHQ-9`; and
the places of an added unit or its bounds in the author's own sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.phrases import ATTACHED, Phrase
from hypotheses.domain.claim import SlotName
from hypotheses.domain.types import Language

_YEAR = lazy_regex(r"(?:19|20)\d\d(?P<until> (?:to|a|até) (?:19|20)\d\d)?")
_ARTICLES = frozenset("the a an one o a os as um uma uns umas".split())
_PLACES = frozenset(
    """in at on near along across around inside outside within under between em no na nos nas num
    numa sob sobre entre junto perto dentro fora""".split()
)
ALONE = lazy_regex(r"^(?:only|just|só|somente|apenas) ", re.I)
"""Words before a bound that a question omits."""
_NEXT = frozenset("last next past first".split())
_SIDES = frozenset("before after since antes depois após desde later ago".split())
_MARGIN = {"en": "margin", "pt": "margem"}


_EACH_LED = lazy_regex(r"\be [oa]s? ")


def definite(phrase: Phrase) -> str:
    """A Portuguese noun phrase with its article: `produtividade` -> `a produtividade`."""
    if phrase.shape != "nominal" or phrase.determined or phrase.gender not in ("m", "f"):
        return phrase.text
    named = phrase.text.removeprefix("não ")  # `os não cotistas`
    coordinated = phrase.plural and not named.split()[0].endswith("s")
    if coordinated and _EACH_LED.search(phrase.text):  # `o histórico e a distância`
        return f"{portuguese.ARTICLES[phrase.gender, False]} {phrase.text}"
    if f"{phrase.text.lower()} ".startswith(("quem ", "gente ")) or coordinated:
        return phrase.text
    return f"{portuguese.ARTICLES[phrase.gender, phrase.plural]} {phrase.text}"


def after(preposition: str, phrase: Phrase) -> str:
    """A Portuguese phrase after a preposition, contracted with its own article."""
    return portuguese.joined(preposition, phrase.text)


def after_definite(preposition: str, phrase: Phrase) -> str:
    """A Portuguese phrase after a preposition with an article: `na produtividade`."""
    return portuguese.joined(preposition, definite(phrase))


def bound(phrase: Phrase) -> str:
    """The bounds of the unit, after it; words that cannot stand there go in brackets."""
    behind = phrase.shape == "adjective" and bool(phrase.gender)  # as Portuguese has it
    if phrase.shape in ATTACHED or behind or _living(phrase):
        return f" {phrase.text}"
    return f" ({phrase.text})"


def _living(phrase: Phrase) -> bool:
    """A verb's form after a noun: `students living on campus`, `adultos residentes em Recife`."""
    if phrase.shape == "action" and phrase.tags[0].tag == "VG":
        return True
    return re.match(r"\w+[aei]ntes? (?:em|n[ao]s?|a|de)\b", phrase.text) is not None


_OWNING = lazy_regex(r"(?:(?<=s)['’]|['’]s)\Z")  # `in children's`, where what they own is named


def population(unit: Phrase, bounds: Phrase | None, language: Language) -> str | None:
    """`in small teams of one company`; None where the unit is no noun phrase."""
    unit = replace(unit, text=_OWNING.sub("", unit.text))
    if unit.shape == "prepositional":
        whole = unit.text
    elif unit.shape == "nominal":
        whole = f"{unit.joint or 'in'} {unit.text}" if language == "en" else _within(unit)
    else:
        return None
    return whole + (bound(bounds) if bounds is not None else "")


def place(bounds: Phrase, language: Language) -> str | None:
    """Bounds without their unit: `in Recife`; None for those that need one: `of a company`."""
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
    """Whether bounds are a place of their own, without a noun before them: `our shop`."""
    return bounds.shape == "nominal" and not bounds.text[0].isdigit() and not _living(bounds)


def _within(unit: Phrase) -> str:
    """`em alunos`, but `na turma`; `entre os alunos`, where the author says so."""
    if unit.joint:
        return after_definite(unit.joint, unit)
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
    """Whether words begin with a conjunction of their own: `as printed on the label`."""
    return phrase.subordinate or bool(phrase.tags and phrase.tags[0].tag in ("SCONJ", "WH"))


def held_by(phrases: Mapping[SlotName, Phrase]) -> Phrase | None:
    """The unit, where its groups are compared and not acts or things."""
    exposure = phrases.get("exposure")
    return None if exposure is not None and exposure.nominal else phrases.get("unit")


def comparator(phrase: Phrase, unit: Phrase | None, language: Language) -> str | None:
    """`compared with ...`; words without a noun get `those`: `those without coffee`."""
    english = language == "en"
    if phrase.shape == "verb" and unit is not None and unit.nominal and unit.plural:
        those = "those who" if english else f"{portuguese.ARTICLES[unit.gender or 'm', True]} que"
        return _compared(f"{those} {phrase.text}", language)
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


_PERIOD = lazy_regex(r"(?:(?:the|o) )?(?:period|time|período|tempo)\b", re.I)


def is_period(phrase: Phrase) -> bool:
    """Whether words name a period: `the period before that`, `o período anterior`."""
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
    """Whether a time is only a length: `twelve weeks`, but not `each day`, `the week after`."""
    first, *rest = phrase.tags
    counted = first.tag.startswith(("N", "J", "VG")) or first.lower in _ARTICLES
    return counted and not any(w.tag in ("ADV", "SCONJ") or w.lower in _SIDES for w in rest)


_NUMBER = lazy_regex(
    r"(?:r |± ?|[+-]/?-? ?)?(?:\d|\b(?:one|two|three|five|eight|ten|half|um|uma|dois|duas|cinco|dez"
    r"|meio|meia)\b)",
    re.I,
)
_BESIDE = lazy_regex(
    r"\b(?:at most|either way|in either direction|(?:as (?:the|a) )?margin|no máximo"
    r"|para (?:mais|cima) (?:ou|e) para (?:menos|baixo))$",
    re.I,
)


def amount(text: str) -> str:
    """The size that a margin states: `within 5 points` -> `5 points`; empty without a number."""
    text = text.strip(" ().,;")
    number = _NUMBER.search(text)
    if number is None:
        return ""
    return _BESIDE.sub("", text[number.start() :]).strip("±+-/ ")


def margin(phrase: Phrase, language: Language) -> str | None:
    """`with a margin of 3 points`; the author's own threshold stays as it is."""
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
    r"|association|relation(?:ship)?|benefit|impact|gain|advantage|drop|rise|increase|decrease"
    r"|reduction|efeito|diferença|relação|associação|benefício|impacto|ganho|vantagem|queda|aumento"
    r"|redução|distância)"
)
"""A pattern of phrases for the claim's own effect: `this indirect effect`."""
_STRONGER = lazy_regex(
    rf"{EFFECTS} (?:is|was|are|were|should|would|will|may|fades?|disappears?|holds|grows?|é|era|foi"
    r"|fica|são|some|desaparece|vale|cresce|deve)\b|(?:it|this|isso|isto) \w",
    re.I,
)


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
    while phrase.tags and phrase.tags[-1].tag.startswith(("ADP", "PD.")):
        whole = phrase.text[: phrase.tags[-1].start].rstrip()  # `conversar a fundo | com`
        phrase = replace(phrase, text=whole, tags=phrase.tags[:-1])
    if phrase.shape == "prepositional" or _leads(phrase):
        return phrase.text
    if language == "en":
        return f"studied through {phrase.text}"
    by = "a investigar ao" if phrase.shape == "action" else "a investigar por meio de"
    return f"{by} {phrase.text}" if phrase.shape == "action" else after(by, phrase)


CORE: tuple[SlotName, ...] = ("exposure", "outcome")


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit: the characters `start` to `end` of the source become `text`."""

    start: int
    end: int
    text: str


def unit_edits(
    phrases: dict[SlotName, Phrase],
    language: Language,
    source: str,
    spots: dict[SlotName, tuple[int, int]],
    added: list[SlotName],
) -> tuple[list[Edit], list[str]] | None:
    """The edits that place an added unit or bounds, and the rest, which goes to the end of the
    clause."""
    edits: list[Edit] = []
    ending: list[str] = []
    if "unit" in added and "unit" in phrases:
        bounds = phrases.get("bound") if "bound" in added else None
        whole = population(phrases["unit"], bounds, language)
        if whole is None:
            return None
        if (spot := _place_of_unit(phrases, source, spots)) is not None:
            among = "among" if language == "en" else "entre"
            return [Edit(spot, spot, f"{among} {phrases['unit'].text} ")], ending
        ending.append(f"{_comma(spots)} {whole}")
    elif "bound" in added and "bound" in phrases and "unit" not in spots:
        whole = place(phrases["bound"], language)
        if whole is None:
            return None
        ending.append(f"{_comma(spots)} {whole}")
    elif "bound" in added and "bound" in phrases and is_setting(phrases["bound"]):
        ending.append(f"{_comma(spots)} {place(phrases['bound'], language)}")
    elif "bound" in added and "bound" in phrases:
        edit = _bound_behind_unit(phrases, language, source, spots)
        if edit is None:
            return None
        edits.append(edit)
    return edits, ending


def _bound_behind_unit(
    phrases: dict[SlotName, Phrase],
    language: Language,
    source: str,
    spots: dict[SlotName, tuple[int, int]],
) -> Edit | None:
    """The bounds after the author's unit; a compound is not separated: `software | faults`."""
    unit = _behind(phrases, spots, source)
    exposure = spots.get("exposure")
    # `a patient waits`: no compound
    acts = bool(unit and exposure and source[unit[1] : exposure[0]].isspace())
    outcome = spots.get("outcome")
    if unit and outcome and phrases["outcome"].shape == "verb":
        acts |= source[unit[1] : outcome[0]].isspace()  # `gold rises`
    if unit and exposure and outcome:  # `makes the dough rise`: no compound
        acts |= exposure < unit and outcome[0] == unit[1] + 1
    return _bound(phrases["bound"], source, unit, language, acts, spots)


def _place_of_unit(
    phrases: dict[SlotName, Phrase], source: str, spots: dict[SlotName, tuple[int, int]]
) -> int | None:
    """Where a unit stands before the author's own bounds: `buying | in a small shop`."""
    bound, outcome = spots.get("bound"), spots.get("outcome")
    if bound is None or outcome is None or not source[outcome[1] : bound[0]].isspace():
        return None
    many = phrases["unit"].nominal and phrases["unit"].plural
    return bound[0] if many and phrases["bound"].shape == "prepositional" else None


def _comma(spots: dict[SlotName, tuple[int, int]]) -> str:
    """A comma after a clause that ends in a slot other than its outcome."""
    last = max(spots, key=lambda name: spots[name][1], default="unit")
    return "" if last in (*CORE, "unit", "comparator") else ","


def _behind(
    phrases: dict[SlotName, Phrase], spots: dict[SlotName, tuple[int, int]], source: str
) -> tuple[int, int] | None:
    """The end of the unit, with an adjective that follows it: `pessoas ansiosas`."""
    unit, exposure = spots.get("unit"), spots.get("exposure")
    adjective = "exposure" in phrases and phrases["exposure"].shape == "adjective"
    if unit is None or exposure is None or not adjective:
        return unit
    near = exposure[0] > unit[0] and source[unit[1] : exposure[0]] == " "
    return (unit[0], exposure[1]) if near else unit


def _with_complement(
    unit: tuple[int, int], source: str, spots: dict[SlotName, tuple[int, int]]
) -> tuple[int, int]:
    """A Portuguese unit with the adjective or `de` and noun behind it: `clubes de xadrez`."""
    others = [spot for spot in spots.values() if spot[0] >= unit[1]]
    behind = [word for word in tagged(source, "pt") if word.start >= unit[1]][:2]
    if not behind or not source[unit[1] : behind[0].start].isspace():
        return unit
    held = next((spot for spot in others if spot[0] <= behind[0].start < spot[1]), None)
    if held is not None:
        whole = behind[0].start == held[0] and behind[0].end == held[1]
        return (unit[0], held[1]) if whole and behind[0].tag.startswith(("J", "N")) else unit
    if behind[0].tag.startswith("J") and behind[0].lower not in ("vs", "versus"):
        return unit[0], behind[0].end
    if len(behind) > 1 and behind[0].lower == "de" and behind[1].tag.startswith("N"):
        free = not any(spot[0] <= behind[1].start < spot[1] for spot in others)
        return (unit[0], behind[1].end) if free else unit
    return unit


def _compound(source: str, end: int) -> bool:
    """Whether a noun follows directly: `software` in `software faults`."""
    following = next((w for w in tagged(source, "en") if w.start >= end), None)
    near = following is not None and source[end : following.start].isspace()
    return near and following is not None and following.tag in ("NS", "NP")


def _bound(
    found: Phrase,
    source: str,
    unit: tuple[int, int] | None,
    language: Language,
    acts: bool,
    spots: dict[SlotName, tuple[int, int]],
) -> Edit | None:
    if unit is None:
        return None
    if language == "pt":
        unit = _with_complement(unit, source, spots)
    behind = source[unit[1] : unit[1] + 1]
    if behind and (behind.isalnum() or behind in "'’-"):
        return None
    if language == "en" and not acts and _compound(source, unit[1]):
        return None
    return Edit(unit[1], unit[1], _unrepeated(bound(found), source, unit[1]))


def _unrepeated(bound: str, source: str, end: int) -> str:
    """A bound without its -ing form, before another bound: `people in a town living alone`."""
    first, _, rest = bound.strip().partition(" ")
    behind = source[end:].split()[:1]
    doubled = first.endswith("ing") and behind and behind[0].endswith("ing")
    return f" {rest}" if doubled else bound
