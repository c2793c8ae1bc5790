"""Which questions the author of a claim is asked now: two at most, the most decisive first."""

from __future__ import annotations

from collections.abc import Iterable

from hypotheses.domain.claim import HANGS_ON
from hypotheses.domain.gaps import SlotFinding

AT_ONCE = 2
"""The most questions at a time; what else is open is asked when these are answered."""

# The slot that the others depend on comes first: a measure means nothing before its outcome.
_DECISIVE = (
    "design", "fit", "outcome", "exposure", "population", "comparator", "margin", "direction",
    "measure", "approach", "leftover", "window", "qualifiers",
)  # fmt: skip
_HANGING: dict[str, str] = {str(slot): str(other) for slot, other in HANGS_ON.items()}
_OF_DESIGN = frozenset(("comparator", "margin", "direction", "measure", "approach"))
_SIDES = frozenset(("exposure", "outcome"))  # only some designs have two
_UNREAD = ("missing", "unread")
POINTER = "pointer"
"""The code of words that point at something which the text does not name."""
UNNAMED = "unnamed"
"""The code of words that stand for what varies without naming it: `several factors`."""
_DOUBTED = ("unsure", "relation", UNNAMED)
_OF_CLAIM = ("design", "direction")


def asked_now(wanting: Iterable[SlotFinding]) -> list[SlotFinding]:
    """The questions asked now, among those about open slots without a proposal.

    A question that depends on a missing or uncertain slot waits for that slot; a question about the
    claim as a whole waits for an outcome that could not be read. What only some designs need waits
    for the design. Words that point at nothing come before all else.
    """
    asked = [each for each in wanting if not each.offered]
    if any(each.code == POINTER for each in asked):
        return [each for each in asked if each.code == POINTER]  # the rest depends on what it is
    missing = {each.slot for each in asked if each.code in _UNREAD}
    in_doubt = missing | {each.slot for each in asked if each.code in _DOUBTED}
    unread = any(each.slot == "outcome" and each.code == "unread" for each in asked)
    now = [
        each
        for each in asked
        if not (each.slot in missing and _HANGING.get(each.slot) in in_doubt)
        and not (unread and each.slot in _OF_CLAIM)
    ]
    if any(each.code == "relation" for each in asked):
        now = [each for each in now if each.slot != "outcome"]  # asked with what varies
    if "design" in missing:
        now = [each for each in now if each.slot not in _OF_DESIGN]
        if not missing >= _SIDES:  # something is named; not every kind of claim has two sides
            now = [each for each in now if each.slot not in missing & _SIDES]
    if "margin" in {each.slot for each in now}:
        # How much would not matter is asked with how it is observed: see `proposals.ask`.
        now = [each for each in now if each.slot != "measure"]
    return sorted(now, key=_rank)[:AT_ONCE]


def questions(wanting: Iterable[SlotFinding]) -> dict[str, str]:
    """What the author is asked now, by slot."""
    return {each.slot: each.suggestion for each in asked_now(wanting)}


def _rank(finding: SlotFinding) -> int:
    slot = finding.slot
    return _DECISIVE.index(slot) if slot in _DECISIVE else len(_DECISIVE)
