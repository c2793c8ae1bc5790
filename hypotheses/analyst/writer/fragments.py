"""Parts of a question that the patterns of both languages share: degrees, comparisons,
circumstances."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer import clauses, portuguese
from hypotheses.analyst.writer.assertion import assertion
from hypotheses.analyst.writer.phrases import (
    ATTACHED,
    Phrase,
)
from hypotheses.analyst.writer.predicates import is_degree
from hypotheses.domain.claim import Claim, Slot, SlotName
from hypotheses.domain.types import Language

Phrases = dict[SlotName, Phrase]
Pattern = Callable[[Claim, Phrases], tuple[str, set[SlotName]] | None]
SIGNS = {
    "en": {"increase": " positively", "decrease": " negatively"},
    "pt": {"increase": " positivamente", "decrease": " negativamente"},
}
DEGREES = {
    "en": {"increase": "more", "decrease": "less"},
    "pt": {"increase": "mais", "decrease": "menos"},
}


def group(phrases: Phrases) -> str | None:
    """Unit, bounds and an exposure that describes the unit: `students of X who type`, `old
    trees`."""
    unit, exposure = phrases.get("unit"), phrases.get("exposure")
    if unit is None or exposure is None or not unit.nominal:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    if exposure.shape in ATTACHED:
        return f"{unit.text}{bounds} {exposure.text}"
    if not _describes(exposure) or unit.determined:
        return None
    if "." in exposure.tags[-1].tag:  # as Portuguese has it
        return f"{unit.text} {exposure.text}{bounds}"
    return f"{exposure.text} {unit.text}{bounds}"


def _describes(exposure: Phrase) -> bool:
    """Whether words are only an adjective with its degree: `taller`, `mais altos`."""
    tags = [word.tag for word in exposure.tags]
    described = exposure.shape == "adjective" and tags[-1].startswith("J")
    compares = any(map(is_degree, exposure.tags))
    return described and compares and all(tag.startswith(("J", "ADV", "RC")) for tag in tags)


def with_nouns(phrases: Phrases) -> Phrases:
    """Exposure and comparator with the noun that they share: `expressive | neutral writing`."""
    exposure, other = phrases.get("exposure"), phrases.get("comparator")
    if exposure is None or exposure.shape != "adjective" or "." in exposure.tags[-1].tag:
        return phrases
    made = None
    *lead, last = exposure.tags
    if lead and all(t.tag == "J" for t in lead) and last.tag in ("VG", "NAME", "NS"):
        made = replace(exposure, shape="nominal")  # `intermittent fasting`
    elif other is not None and [t.tag for t in (*exposure.tags, *other.tags)][:2] == ["J", "J"]:
        noun = other.tags[-1]
        if len(other.tags) == 2 and noun.tag in ("NS", "NP", "VG"):
            text = f"{exposure.text} {noun.text}"
            made = replace(exposure, text=text, shape="nominal", plural=noun.tag == "NP")
    return phrases if made is None else {**phrases, "exposure": made}


def are_nominal(phrases: Phrases, *names: SlotName) -> bool:
    return all(name in phrases and phrases[name].nominal for name in names)


def topics(phrases: Phrases) -> tuple[Phrase | None, Phrase | None]:
    """Exposure and outcome of a topic, which are names of things: `e birra` is a noun, whatever its
    form."""
    first, second = (
        replace(
            found,
            shape="nominal",
            gender=portuguese.ending_gender(found.text) or "",
            plural=found.text.endswith("s"),
            determined=False,
        )
        if found is not None and found.shape in ("verb", "adjective") and len(found.tags) == 1
        else found
        for found in (phrases.get("exposure"), phrases.get("outcome"))
    )
    return first, second


def degree_of(outcome: Phrase, claim: Claim, language: Language) -> str | None:
    """`more ` or `less `; empty where the words contain a degree: `faster`; None without a sign."""
    if any(map(is_degree, outcome.tags)):
        return ""
    degree = DEGREES[language].get(claim.direction)
    return None if degree is None else f"{degree} "


def relation(claim: Claim, language: Language, plural: bool, source: str = "") -> str:
    """The author's verb where it stands alone between exposure and outcome: `improves`.

    A Portuguese verb must agree with its subject; `plural` gives the subject's number.
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
    if EFFECT.fullmatch(word.lower):
        return ""  # `a influência do frio`: its verb has another accent
    noun = word.tag.startswith("N.") and word.lower.endswith(("a", "e", "am", "em"))
    noun &= not word.lower.endswith(("oria", "ência", "ância"))  # `a melhoria`
    if not word.tag.startswith("VF") and not noun:  # alone, `melhora` is both
        return ""
    return word.lower if word.lower.endswith("m") == plural else ""


EFFECT = lazy_regex(r"\b(?:effect|impact|influence|efeito|impacto|influência)\b", re.I)
_LARGER = lazy_regex(
    r"\b(?:greater|larger|stronger|higher|smaller|weaker|lower|maior|menor|mais|menos)\b", re.I
)


_SMALLER = lazy_regex(r"\b(?:smaller|weaker|lower|less|menor|menos|frac[oa])\b", re.I)


def is_greater(claim: Claim) -> bool:
    """Whether the effect is said to be larger under its condition, not smaller."""
    if _SMALLER.search(claim.relation):
        return False
    return claim.direction != "decrease"


def is_interaction(claim: Claim) -> bool:
    """Whether an effect is said to be larger or smaller under a condition."""
    said = EFFECT.search(claim.relation) and _LARGER.search(claim.relation)
    return claim.qualifiers is not None and bool(said)


def interaction(
    claim: Claim, phrases: Phrases, language: Language
) -> tuple[str, set[SlotName]] | None:
    """`is the effect of noise on speed greater in children with dyslexia than in the others`."""
    condition = phrases.get("qualifiers")
    if condition is None or not is_interaction(claim):
        return None
    if not are_nominal(phrases, "exposure", "outcome"):
        return None
    up, (here, there) = is_greater(claim), of_those(condition, language)
    exposure, outcome = phrases["exposure"], phrases["outcome"]
    used: set[SlotName] = {"exposure", "outcome", "qualifiers"}
    if language == "en":
        effect = f"is the effect of {exposure.text} on {outcome.text}"
        return f"{effect} {'greater' if up else 'smaller'} {here} than {there}", used
    effect = f"o efeito {clauses.after_definite('de', exposure)} sobre {clauses.definite(outcome)}"
    return f"{effect} é {'maior' if up else 'menor'} {here} do que {there}", used


def of_those(condition: Phrase, language: Language) -> tuple[str, str]:
    """The condition of an interaction, and the rest: `in children with dyslexia, in the others`."""
    others = "the others" if language == "en" else "os demais"
    first = condition.text.split()[0].lower()
    if condition.nominal:
        if language == "en":
            return f"in {condition.text}", f"in {others}"
        return clauses.after_definite("em", condition), portuguese.joined("em", others)
    if first in _OF_GROUPS:
        return condition.text, portuguese.joined(first, others)
    return condition.text, "otherwise" if language == "en" else "nos demais casos"


_OF_GROUPS = frozenset("in for among para em entre".split())


WH = lazy_regex(r"(how|why|what|como|por que|o que) ", re.I)
THEY = lazy_regex(r"(?:they|eles|elas) ", re.I)


def embedded(phrases: Phrases, language: Language) -> tuple[str, set[SlotName]] | None:
    """A phenomenon that is a question in itself: `how they come to trust their body`."""
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    word = WH.match(outcome.text) if outcome is not None else None
    if word is None or outcome is None:
        return None
    rest = outcome.text[word.end() :]
    used: set[SlotName] = {"outcome"}
    subject = None
    if unit is None:
        pass
    elif THEY.match(rest):
        whole = unit.text + (clauses.bound(phrases["bound"]) if "bound" in phrases else "")
        rest, subject = THEY.sub(f"{whole} ", rest, count=1), Slot(whole, start=0, end=len(whole))
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


def level_of(claim: Claim, language: Language, outcome: Phrase, *, plural: bool = False) -> str:
    """The author's comparative, or one that expresses the direction: `fewer`, `sooner`, `more`.

    Empty where the outcome's words are a comparison in themselves.
    """
    if any(map(is_degree, outcome.tags)):
        return ""
    own = tagged(claim.relation, language)
    if any(word.tag.startswith("V") and not is_degree(word) for word in own[1:]):
        own = ()  # `more come back`
    compares = any(map(is_degree, own[:1])) or (len(own) == 1 and own[0].lower.endswith("er"))
    if 0 < len(own) < 4 and compares:
        acts = outcome.shape == "verb" and claim.relation.lower() == "fewer"
        said = dict.fromkeys(claim.relation.lower().split())  # once: `- more X - more Y`
        return "less often" if acts else " ".join(said)
    level = DEGREES[language].get(claim.direction, "")
    return "fewer" if plural and level == "less" else level


_BEGINNINGS = lazy_regex(r"(?:passar|começar) a (?=\w+r\b)")


def event_in(phrases: Phrases, language: Language) -> str:
    """The exposure as a time; a participle where it is compared with the time before."""
    exposure, other = phrases["exposure"], phrases.get("comparator")
    if exposure.shape == "participle" and other is not None and clauses.is_period(other):
        first = replace(exposure.tags[0], tag="VD")
        exposure = replace(exposure, tags=(first, *exposure.tags[1:]))
    return event_of(exposure, language)


def event_of(phrase: Phrase, language: Language) -> str:
    """A single act of the past as a time: `after switching to rye`, `depois de trocar a farinha`.

    Empty for words that name no past act.
    """
    if (
        phrase.subordinate
        or not phrase.tags
        or phrase.shape not in ("verb", "participle", "clause")
    ):
        return ""
    first, _, rest = phrase.text.partition(" ")
    if language == "en":
        if phrase.shape == "clause":
            past = any(word.tag == "VD" or word.lower in ("was", "were") for word in phrase.tags)
            return f"after {phrase.text}" if past else ""
        if phrase.tags[0].tag != "VD":
            return ""
        if (
            first.lower() in ("started", "began")
            and phrase.tags[1:2]
            and rest.split()[0].endswith("ing")
        ):
            return f"after {rest}"
        return f"after {english.gerund(english.present(first.lower()))} {rest}".strip()
    if phrase.shape == "clause":
        verb = next((word for word in phrase.tags if word.tag.startswith("VF")), None)
        past = verb is not None and portuguese.infinitive_of_past(verb.lower) != ""
        return f"depois que {phrase.text}" if past else ""
    act = portuguese.infinitive_of_past(first) if phrase.shape == "verb" else ""
    return f"depois de {_BEGINNINGS.sub('', f'{act} {rest}'.strip())}" if act else ""


def circumstance_of(phrases: Phrases, language: Language) -> str | None:
    """The exposure as the time or place of an event: `when it rains`, `with a net`."""
    exposure = phrases.get("exposure")
    if exposure is None or exposure.shape == "cut":
        return None
    if exposure.subordinate or exposure.shape == "prepositional":
        return exposure.text
    if event := event_in(phrases, language):
        return event
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


def than_phrase(phrases: Phrases, language: Language) -> tuple[str, set[SlotName]]:
    """`than in the shade`, where the comparator is a circumstance, too."""
    other, exposure = phrases.get("comparator"), phrases.get("exposure")
    english_ = language == "en"
    if exposure is not None and event_in(phrases, language):
        if other is None:
            return (" than before" if english_ else " do que antes"), set()
        if clauses.is_period(other):
            rest = f"in {other.text}" if english_ else clauses.after_definite("em", other)
            return f" {'than' if english_ else 'do que'} {rest}", {"comparator"}
    if other is None or not (other.subordinate or other.shape == "prepositional"):
        return "", set()
    return f" {'than' if language == 'en' else 'do que'} {other.text}", {"comparator"}
