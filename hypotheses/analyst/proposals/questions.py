"""One precise question for an open slot, in the author's own words."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.measures import fields_in
from hypotheses.analyst.proposals.units import PEOPLE, UnitKind, kind_of, kinds_in
from hypotheses.analyst.syntax.factors import unnamed_factors
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.domain.claim import Claim, SlotName, choice_of, is_placeholder
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "questions.toml"

_OF_CLAIM = ("design", "direction", "expected", "hedge")
Asked = SlotName | Literal["design", "direction", "expected", "hedge"]
"""`expected` is a direction that was read with doubt."""

# Classes that share the questions of another one.
_LIKE: dict[str, tuple[str, ...]] = {
    "student": ("student", "pupil"),
    "learner": ("learner", "pupil"),
    "classroom": ("classroom", "school"),
    "university": ("school",),
    "hotel": ("hotel", "shop"),
    "farm": ("farm", "crop"),
    "plant": ("plant", "crop"),
    "soil": ("soil", "crop"),
    "livestock": ("livestock", "wildlife"),
    "pet": ("pet", "wildlife"),
    "colony": ("wildlife",),
    "museum": ("shop",),
    "match": ("athlete",),
    "building": ("place",),
    "device": ("device", "material"),
}


def ask(claim: Claim, slot: Asked, language: Language, source: str = "") -> str:
    """The question for a slot that is open or holds a placeholder.

    `source` is the author's text; it is quoted where the claim holds no words to name.
    """
    held = None if slot in _OF_CLAIM else claim.slot(slot)  # type: ignore[arg-type]
    if held is not None and is_placeholder(held.text):
        forms = questions()["placeholder"][language]
        return str(forms.get(slot, forms["any"])).format(text=quoted(held.text))
    words: dict[str, str] = {
        name: quoted(each.text) for name, each in claim.items() if not _is_cut(each.text, language)
    }
    if claim.hedges:
        words["hedge"] = quoted(claim.hedges[0])
    if claim.exposure is None and slot == "outcome" and source:
        words["exposure"] = quoted(source)
    forms = questions()[_section(claim, slot)][language]
    if claim.story and "unread" in forms:
        return str(forms["unread"])
    of_whom = claim.design == "unknown" and claim.exposure is None and "unit" in words
    if of_whom and "topic" in forms:
        return str(forms["topic"]).format(**words)
    short = len(words.get("exposure", "")) + len(words.get("outcome", "")) <= _PAIR
    sides = ("both",) if short else ()
    for key in (*_keys(claim, slot, language), *sides, "any", "bare", "none"):
        if key in forms and set(re.findall(r"\{(\w+)\}", forms[key])) <= set(words):
            return str(forms[key]).format(**words)
    return str(forms["none"])


_PAIR = 70
"""The most characters of two sides that one question names."""
_LEADS = frozenset(
    "when whenever where while if because that quando onde enquanto se porque".split()
)
_VERBS = ("V", "AUX", "MD")


def _is_cut(words: str, language: Language) -> bool:
    """Whether words are a clause that lost its verb: `when the pull request`."""
    first, _, rest = words.partition(" ")
    if first.lower() not in _LEADS:
        return False
    return not any(word.tag.startswith(_VERBS) for word in tagged(rest, language))


def _section(claim: Claim, slot: Asked) -> str:
    """The questions of a slot; a margin says nothing without its measure, so both are asked."""
    both = slot == "margin" and "measure" in claim.missing and claim.design != "non_inferiority"
    return "measured_margin" if both else slot


def choice(claim: Claim, slot: SlotName, language: Language) -> str:
    """What would be asked for a slot, as a choice of the study that is yet to be made."""
    tail = ask(claim, slot, language).rpartition(": ")[2].rstrip("?")
    return choice_of(tail, language)


def _keys(claim: Claim, slot: Asked, language: Language) -> tuple[str, ...]:
    """The forms of a slot's question from the most particular to the least."""
    if slot == "expected":
        return ("same" if claim.direction == "none" else claim.direction,)
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    if slot == "approach" and kind is not None and kind.nature == "other":
        return ("other",)  # it cannot be interviewed
    if slot == "bound" and kind is not None and not _is_meant(kind, claim, language):
        kind = None
    shape = (_shape(claim.exposure.text),) if slot == "comparator" and claim.exposure else ()
    classes = _classes(kind) if kind else ()
    if slot == "bound" and "learner" in classes and _names_school(claim, language):
        classes = ("pupil", *classes)
    return (*shape, claim.design, *classes)


def _names_school(claim: Claim, language: Language) -> bool:
    """Whether a claim says that its learners are at a school."""
    kinds = (kind for _, slot in claim.items() for kind in kinds_in(slot.text, language))
    return any(kind.name == "school" for kind in kinds)


_ALIVE = frozenset("wildlife pet livestock colony".split())


def _is_meant(kind: UnitKind, claim: Claim, language: Language) -> bool:
    """Whether a unit is of a kind beyond doubt: an `oficina` may be a class or a garage, and only
    what else the claim says tells which."""
    if kind.nature == "person" or kind.classes & _ALIVE:
        return True
    said = (claim.exposure, claim.outcome, claim.qualifiers, claim.comparator)
    told = " ".join(slot.text for slot in said if slot is not None)
    return bool(kind.fields & fields_in(told, language))


def ask_factors(claim: Claim, language: Language) -> str:
    """The question for what an exposure calls factors; empty where it names what varies."""
    found = unnamed_factors(claim.exposure.text, language) if claim.exposure is not None else None
    if found is None:
        return ""
    return wording("factors", "any", language).format(factors=quoted(found[0]))


_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("options", lazy_regex(r"\b(?:or|versus|vs|ou)\b", re.I)),
    (
        "times",
        lazy_regex(
            r"(?:when(?:ever)?|while|if|after|before|since|on days|days|quando|enquanto|se|depois"
            r"|antes|desde|(?:n[oa]s )?(?:dias|noites))\b", re.I),
    ),
    (
        "own",
        lazy_regex(r"(?:my|our|this|these|meus?|minhas?|noss[oa]s?|est[ea]s?|ess[ea]s?)\b", re.I),
    ),
)  # fmt: skip


def _shape(words: str) -> str:
    """What an exposure is where its absence cannot be: options, times, something there is."""
    for name, pattern in _SHAPES:
        if pattern.search(words) if name == "options" else pattern.match(words):
            return name
    return ""


def _classes(kind: UnitKind) -> tuple[str, ...]:
    own = [each for name in kind.names for each in _LIKE.get(name, (name,))]
    return (*own, "person") if kind.name in PEOPLE else tuple(own)


def quoted(words: str) -> str:
    """Words fit for quotation marks: one line, no marks or full stop of their own, bounded."""
    flat = " ".join(words.split()).strip(" .,;:“”\"'")
    return flat if len(flat) <= 120 else flat[:119].rstrip() + "…"


def wording(section: str, keys: str | tuple[str, ...], language: Language) -> str:
    """One of the fixed texts of `data/questions.toml`; `any` where the keys have none."""
    forms = questions()[section][language]
    keys = (keys,) if isinstance(keys, str) else keys
    return str(next((forms[key] for key in keys if key in forms), forms.get("any")))


@lru_cache(maxsize=1)
def questions() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))
