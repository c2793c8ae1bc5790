"""A claim's frame that an author sends with the idea: the fields that it sets are the author's
own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from config.error_texts import N_, TranslatableError
from config.text.validation import TextError, clean_phrase
from hypotheses.domain.claim import DESIGNS, DIRECTIONS

FRAME_SLOTS = (
    "population", "exposure", "outcome", "comparator", "measure", "window", "margin", "qualifiers",
    "approach", "phenomenon", "participants", "setting", "leftover",
)  # fmt: skip
CHOICES: dict[str, tuple[str, ...]] = {"design": DESIGNS, "direction": DIRECTIONS}
# Parts of an assessment's claim that follow from the slots: accepted and ignored.
_DERIVED = frozenset(("doubts", "rivals", "mechanism", "null", "alternative"))
_UNDECIDED = frozenset(("unknown", "unspecified"))
# Two names of one field: values for both would contradict each other.
_SAME = (("population", "participants"), ("population", "setting"), ("outcome", "phenomenon"))
MAX_WORDS = 500


class FrameError(TranslatableError):
    """A frame that is not accepted; `path` is the field."""

    messages = {
        "shape": N_("the claim is no JSON object"),
        "unknown": N_("there is no such field; there are: %(known)s"),
        "choice": N_("is none of %(known)s"),
        "slot": N_('takes words, {"text": words} or null'),
        "words": N_("the words cannot be taken: %(problem)s"),
        "both": N_("%(other)s holds words, too: give one of the two"),
    }


def check_frame(claim: Any) -> dict[str, str | None]:
    """The author's frame by field: words, a code, or None for a slot that must stay empty.

    Accepts a claim as an assessment shows it, or a part of one. A missing field, a design `unknown`
    and a direction `unspecified` are left to the reader. Raises FrameError.
    """
    if not isinstance(claim, Mapping):
        raise FrameError("shape")
    slots: dict[str, str | None] = {}
    for name in claim:
        if name not in (*CHOICES, *FRAME_SLOTS, *_DERIVED):
            known = ", ".join((*CHOICES, *FRAME_SLOTS))
            raise _at(str(name)[:50], FrameError("unknown", known=known))
    for name, codes in CHOICES.items():
        if name in claim and claim[name] not in codes:
            raise _at(name, FrameError("choice", known=", ".join(codes)))
        if claim.get(name, "unknown") not in _UNDECIDED:
            slots[name] = claim[name]
    slots |= {name: _words(name, claim[name]) for name in FRAME_SLOTS if name in claim}
    for one, other in _SAME:
        if slots.get(one) and slots.get(other):
            raise _at(one, FrameError("both", other=other))
    return slots


def _words(name: str, slot: Any) -> str | None:
    text = slot.get("text") if isinstance(slot, Mapping) else slot
    known = not isinstance(slot, Mapping) or set(slot) <= {"text", "origin", "sure"}
    if not known or not isinstance(text, str | None) or (slot is not None and text is None):
        raise _at(name, FrameError("slot"))
    if text is None or not text.strip():
        return None
    try:
        return " ".join(clean_phrase(text, MAX_WORDS).split())
    except TextError as error:
        raise _at(name, FrameError("words", problem=error)) from error


def _at(name: str, error: FrameError) -> FrameError:
    error.path = name
    return error
