"""One precise question for an open slot, in the author's own words."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal

from hypotheses.analyst.proposals.units import PEOPLE, UnitKind, kind_of
from hypotheses.domain.claim import Claim, SlotName, choice_of, is_placeholder
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "questions.toml"

Asked = SlotName | Literal["direction", "hedge"]

# Classes that share the questions of another one.
_LIKE: dict[str, tuple[str, ...]] = {
    "student": ("student", "pupil"),
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
    held = None if slot == "direction" or slot == "hedge" else claim.slot(slot)
    if held is not None and is_placeholder(held.text):
        forms = questions()["placeholder"][language]
        return str(forms.get(slot, forms["any"])).format(text=quoted(held.text))
    words: dict[str, str] = {name: quoted(each.text) for name, each in claim.items()}
    if claim.hedges:
        words["hedge"] = quoted(claim.hedges[0])
    if "exposure" not in words and slot == "outcome" and source:
        words["exposure"] = quoted(source)
    forms = questions()[slot][language]
    for key in (*_keys(claim, slot, language), "any", "bare", "none"):
        if key in forms and set(re.findall(r"\{(\w+)\}", forms[key])) <= set(words):
            return str(forms[key]).format(**words)
    return str(forms["none"])


def choice(claim: Claim, slot: SlotName, language: Language) -> str:
    """What would be asked for a slot, as a choice of the study that is yet to be made."""
    tail = ask(claim, slot, language).rpartition(": ")[2].rstrip("?")
    return choice_of(tail, language)


def _keys(claim: Claim, slot: Asked, language: Language) -> tuple[str, ...]:
    """The forms of a slot's question from the most particular to the least."""
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    if slot == "approach" and kind is not None and kind.nature == "other":
        return ("other",)  # it cannot be interviewed
    return (claim.design, *(_classes(kind) if kind else ()))


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
