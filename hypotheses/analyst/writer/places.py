"""Where the words of a claim's slots stand in a text."""

from __future__ import annotations

import re
from dataclasses import replace

from hypotheses.domain.claim import Claim, Slot


def located(claim: Claim, text: str) -> Claim:
    """The claim with the places of its slots in a text; None for words that are not there.

    Of several places the one nearest to where the words stood is taken.
    """
    for name, slot in list(claim.items()):
        start, end = _place(slot, text)
        found = slot.text if start is None else text[start:end]  # with the capital it has there
        claim = claim.with_slot(name, replace(slot, text=found, start=start, end=end))
    return claim


def placed(slot: Slot | None, source: str) -> tuple[int, int] | None:
    """A slot's place in the source, if it has one there."""
    if slot is None or slot.start is None or slot.end is None or slot.end > len(source):
        return None
    return slot.start, slot.end


def _place(slot: Slot, text: str) -> tuple[int, int] | tuple[None, None]:
    pattern = rf"(?<!\w){re.escape(slot.text)}(?!\w)"
    spots = [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]
    if not spots:
        return None, None
    return min(spots, key=lambda spot: (abs(spot[0] - (slot.start or 0)), spot))
