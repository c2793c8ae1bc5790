"""What a reader gets right on labelled texts that it was not made from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from hypotheses.analyst.reader.spans import Span

_WORD = re.compile(r"\w+")
SLOT_TAGS = (
    ("unit",), ("bound",), ("exposure",), ("outcome", "quantity"), ("measure",),
    ("comparator",), ("window",), ("margin",), ("qualifier",), ("approach",), ("relation",),
    ("hedge",), ("veto",),
)  # fmt: skip


def f1(hits: int, misses: int, extras: int) -> float:
    """F1 from counts; 0 without any."""
    return 2 * hits / max(1, 2 * hits + misses + extras)


def span_f1(gold: Sequence[Iterable[Span]], found: Sequence[Iterable[Span]]) -> dict[str, float]:
    """F1 of exact spans by tag, and of all (`all`)."""
    counts: dict[str, Counter[str]] = {}
    for right, given in zip(gold, found, strict=True):
        rights, givens = set(right), set(given)
        for kind, spans in (
            ("hits", rights & givens), ("misses", rights - givens), ("extras", givens - rights)
        ):  # fmt: skip
            for span in spans:
                for name in (span.tag, "all"):
                    counts.setdefault(name, Counter())[kind] += 1
    return {name: f1(c["hits"], c["misses"], c["extras"]) for name, c in sorted(counts.items())}


def overlap(one: str, other: str) -> float:
    """F1 of two texts' words."""
    first, second = Counter(_WORD.findall(one.lower())), Counter(_WORD.findall(other.lower()))
    shared = sum((first & second).values())
    return f1(shared, sum(first.values()) - shared, sum(second.values()) - shared)
