"""The essence guard: what a version must keep of the original idea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_KEPT = 0.5  # a version keeps a variable when at least half of its key terms survive


@dataclass(frozen=True, slots=True)
class Essence:
    """The key terms of both variables, and the claimed direction: `up`, `down` or empty."""

    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    direction: str


def drift(original: Essence, version: Essence, terms: Sequence[str]) -> list[str]:
    """What a version lost of the original: `independent`, `dependent`, `direction`.

    `terms` are all key terms of the version: a variable may have moved within the sentence.
    """
    lost = [
        name
        for name, wanted in (
            ("independent", original.independent),
            ("dependent", original.dependent),
        )
        if wanted and sum(term in terms for term in wanted) < _KEPT * len(wanted)
    ]
    if original.direction and version.direction != original.direction:
        lost.append("direction")
    return lost
