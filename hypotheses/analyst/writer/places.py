"""The positions of the words of a claim's slots in a text."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hypotheses.domain.claim import Claim, Slot


def located(claim: Claim, text: str) -> Claim:
    """The claim with the places of its slots in a text; None for words that are not there.

    Of several places the one nearest to the words' earlier place is taken, and one within the words
    of another slot only where there is no other: not the `bugs` of `the number of bugs`.
    """
    taken: list[tuple[int, int]] = []
    moved: dict[str, Any] = {}
    for name, slot in sorted(claim.items(), key=lambda item: -len(item[1].text)):
        start, end = _place(slot, text, taken)
        if start is not None and end is not None:
            taken.append((start, end))
        found = slot.text if start is None else text[start:end]  # with the capital it has there
        if (found, start, end) != (slot.text, slot.start, slot.end):
            moved[name] = replace(slot, text=found, start=start, end=end)
    return replace(claim, **moved) if moved else claim


def placed(slot: Slot | None, source: str) -> tuple[int, int] | None:
    """A slot's place in the source, if it has one there."""
    if slot is None or slot.start is None or slot.end is None or slot.end > len(source):
        return None
    return slot.start, slot.end


def _place(
    slot: Slot, text: str, taken: list[tuple[int, int]]
) -> tuple[int, int] | tuple[None, None]:
    spots = _spots(slot.text, text)
    if not spots:
        return None, None
    apart = [(a, b) for a, b in spots if not any(c <= a and b <= d for c, d in taken)]
    return min(apart or spots, key=lambda spot: (abs(spot[0] - (slot.start or 0)), spot))


@lru_cache(maxsize=512)
def _spots(words: str, text: str) -> tuple[tuple[int, int], ...]:
    pattern = rf"(?<!\w){re.escape(words)}(?!\w)"
    return tuple(match.span() for match in re.finditer(pattern, text, re.IGNORECASE))
