"""Which questions the author of a claim is asked now: two at most, the most decisive first."""

from __future__ import annotations

from collections.abc import Iterable

from hypotheses.domain.gaps import SlotFinding

AT_ONCE = 2
"""The most questions at a time; what else is open is asked when these are answered."""

# What the rest of a claim hangs on stands first: a measure means nothing before its outcome does.
_DECISIVE = (
    "design", "fit", "outcome", "exposure", "population", "comparator", "margin", "direction",
    "measure", "approach", "leftover", "window", "qualifiers",
)  # fmt: skip
_HANGS_ON = {"measure": "outcome", "margin": "outcome", "comparator": "exposure"}


def asked_now(wanting: Iterable[SlotFinding]) -> list[SlotFinding]:
    """Of what is open and has no proposal, what is asked now.

    What can be said only of a slot that is missing itself waits for that.
    """
    asked = [each for each in wanting if not each.offered]
    missing = {each.slot for each in asked if each.code == "missing"}
    now = [each for each in asked if not {each.slot, _HANGS_ON.get(each.slot)} <= missing]
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
