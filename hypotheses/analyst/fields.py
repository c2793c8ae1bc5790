"""Which fields a text is about, by the terms it shares with each field's lexicon."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from hypotheses.analyst.lexicon.compile import GENERAL

if TYPE_CHECKING:
    from hypotheses.analyst.reading import Reading

_WEIGHTS = {
    "topics": 2.0,
    "factors": 1.5,
    "constructs": 1.0,
    "named": 2.0,
    "settings": 0.7,
    "units": 1.0,
    "measures": 1.0,
    "bounds": 0.4,
}
_ENOUGH = 0.9


def fields(reading: Reading) -> list[str]:
    """The fields a text is about, the likeliest first; empty when nothing tells."""
    votes: defaultdict[str, float] = defaultdict(float)
    for category, weight in _WEIGHTS.items():
        for start, end, entries in reading.cues.get(category, ()):
            told = weight * (end - start)
            if len(entries) == 1:
                votes[entries[0].field] += told
                continue
            names = {field for field, _, _ in entries} - {GENERAL}
            for name in names:
                votes[name] += told / len(names)
    votes.pop(GENERAL, None)
    ranked = sorted((-weight, name) for name, weight in votes.items() if weight >= _ENOUGH)
    return [name for _, name in ranked]
