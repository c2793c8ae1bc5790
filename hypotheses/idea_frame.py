"""The frame of an idea before anything runs: what was read, and what its author sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hypotheses.domain.claim import ASPECT_OF, NEEDS, SlotName
from hypotheses.domain.types import Aspect
from hypotheses.models.version import Direction
from hypotheses.presentation import Stretch, stretches
from hypotheses.slots import slot_name

DESIGNS: dict[str, str | Promise] = {
    "causal": _("Does one thing change another?"),
    "comparative": _("Do groups or options differ?"),
    "correlational": _("Do two things go together?"),
    "predictive": _("Can one thing be foretold from another?"),
    "descriptive": _("How many, how much, how often?"),
    "equivalence": _("Do both come to the same?"),
    "non_inferiority": _("Is one no worse than the other?"),
    "qualitative": _("How do people experience it?"),
    "unknown": _("Not decided yet"),
}
"""The designs as what a person wants to know."""

# The fields of a frame in reading order, each with the slots that it holds.
_PICO: dict[str, tuple[SlotName, ...]] = {
    "population": ("unit", "bound"),
    "exposure": ("exposure",),
    "comparator": ("comparator",),
    "outcome": ("outcome",),
    "measure": ("measure",),
    "margin": ("margin",),
    "window": ("window",),
    "qualifiers": ("qualifiers",),
    "leftover": ("leftover",),
}
_SPIDER: dict[str, tuple[SlotName, ...]] = {
    "participants": ("unit",),
    "setting": ("bound",),
    "phenomenon": ("outcome",),
    "leftover": ("leftover",),
}
_HINTED = {"population": "population", "measure": "metrics", "comparator": "testability"}


@dataclass(frozen=True, slots=True)
class FrameField:
    """A field of the frame: the words in it, those that were read, and whether these are sure."""

    name: str
    label: str
    words: str
    read: str
    sure: bool
    confirmed: bool
    hint: str

    @property
    def aspect(self) -> Aspect:
        """The aspect whose colour its words have in the sentence."""
        return ASPECT_OF[(_PICO.get(self.name) or _SPIDER[self.name])[0]]


@dataclass(frozen=True, slots=True)
class IdeaFrame:
    """An idea with its slots coloured, and the fields that its author may set."""

    sentence: list[Stretch]
    designs: list[tuple[str, str | Promise, bool]]
    directions: list[tuple[str, str, bool]]
    read: Mapping[str, str]
    fields: list[FrameField]


def idea_frame(assessment: Mapping[str, Any], posted: Mapping[str, str]) -> IdeaFrame:
    """The frame of an assessed text; what its author changed before stays as it was changed."""
    claim = assessment["claim"]
    design = _kept("design", claim["design"], posted)
    direction = _kept("direction", claim["direction"], posted)
    kinds = _SPIDER if design == "qualitative" else _PICO
    needed = set(_needs(design))
    if direction == "none":
        needed.add("margin")
    fields = [
        _field(name, claim, assessment["aspects"], posted)
        for name, slots in kinds.items()
        if claim[name] or posted.get(f"claim-{name}") or needed.intersection(slots)
    ]
    evidence = [(field.aspect, field.read) for field in fields]
    return IdeaFrame(
        sentence=stretches(assessment["text"], evidence),
        designs=[(code, label, code == design) for code, label in DESIGNS.items()],
        directions=[(code, str(label), code == direction) for code, label in Direction.choices],
        read={"design": claim["design"], "direction": claim["direction"]},
        fields=fields,
    )


def claim_set(posted: Mapping[str, str]) -> dict[str, Any]:
    """What the author set of the frame: fields with other words than were read, or confirmed."""
    found: dict[str, Any] = {}
    for name in ("design", "direction", *_PICO, *_SPIDER):
        words = posted.get(f"claim-{name}")
        if words is None:
            continue
        if words.strip() != posted.get(f"read-{name}", "") or f"sure-{name}" in posted:
            found[name] = words.strip() or None
    return found


def _needs(design: str) -> tuple[SlotName, ...]:
    return next((slots for each, slots in NEEDS.items() if each == design), NEEDS["unknown"])


def _field(
    name: str, claim: Mapping[str, Any], aspects: Mapping[str, Any], posted: Mapping[str, str]
) -> FrameField:
    slot = claim[name] or {"text": "", "sure": True}
    words = _kept(name, slot["text"], posted)
    hint = aspects[_HINTED[name]]["suggestion"] if name in _HINTED and not words else ""
    confirmed = f"sure-{name}" in posted and posted.get(f"read-{name}") == slot["text"]
    sure = slot["sure"] or words != slot["text"]
    return FrameField(name, slot_name(name), words, slot["text"], sure, confirmed, hint or "")


def _kept(name: str, read: str, posted: Mapping[str, str]) -> str:
    """What the author put there instead of what was read before; else what is read now."""
    typed = posted.get(f"claim-{name}", "")
    return typed if f"claim-{name}" in posted and typed != posted.get(f"read-{name}", "") else read
