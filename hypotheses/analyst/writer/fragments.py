"""Parts of a question that patterns of both languages set: degrees, comparisons, circumstances."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.assertion import assertion
from hypotheses.analyst.writer.phrases import (
    ATTACHED,
    Phrase,
)
from hypotheses.analyst.writer.predicates import is_degree
from hypotheses.analyst.writer.tagging.tagger import tagged
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
    """Unit, bounds and an exposure that stands behind them: `students of X who type`."""
    unit, exposure = phrases.get("unit"), phrases.get("exposure")
    if unit is None or exposure is None or not unit.nominal or exposure.shape not in ATTACHED:
        return None
    bounds = phrases.get("bound")
    return unit.text + (clauses.bound(bounds) if bounds is not None else "") + f" {exposure.text}"


def are_nominal(phrases: Phrases, *names: SlotName) -> bool:
    return all(name in phrases and phrases[name].nominal for name in names)


def degree_of(outcome: Phrase, claim: Claim, language: Language) -> str | None:
    """`more ` or `less `; empty where the words hold a degree: `faster`; None without a sign."""
    if any(map(is_degree, outcome.tags)):
        return ""
    degree = DEGREES[language].get(claim.direction)
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


WH = re.compile(r"(how|why|what|como|por que|o que) ", re.I)
THEY = re.compile(r"(?:they|eles|elas) ", re.I)


def embedded(phrases: Phrases, language: Language) -> tuple[str, set[SlotName]] | None:
    """A phenomenon that is a question by itself: `how they come to trust their body`."""
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    word = WH.match(outcome.text) if outcome is not None else None
    if word is None or outcome is None or unit is None:
        return None
    rest = outcome.text[word.end() :]
    used: set[SlotName] = {"outcome"}
    subject = None
    if THEY.match(rest):
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
    """The author's comparative, or one that tells the direction: `fewer`, `sooner`, `more`.

    Empty where the outcome's words compare by themselves.
    """
    if any(map(is_degree, outcome.tags)):
        return ""
    own = tagged(claim.relation, language)
    compares = any(map(is_degree, own[:1])) or (len(own) == 1 and own[0].lower.endswith("er"))
    if 0 < len(own) < 4 and compares:
        return claim.relation.lower()
    level = DEGREES[language].get(claim.direction, "")
    return "fewer" if plural and level == "less" else level


def circumstance_of(phrases: Phrases, language: Language) -> str | None:
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


def than_phrase(phrases: Phrases, language: Language) -> tuple[str, set[SlotName]]:
    """`than in the shade`, where the comparator is a circumstance, too."""
    other = phrases.get("comparator")
    if other is None or not (other.subordinate or other.shape == "prepositional"):
        return "", set()
    return f" {'than' if language == 'en' else 'do que'} {other.text}", {"comparator"}
