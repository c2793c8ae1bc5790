"""Spans of a text as the slots of its claim."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.syntax.tokens import Words
from hypotheses.domain.claim import Claim, Design, Direction, Doubt, Slot, SlotName

_SLOT: dict[str, SlotName] = {
    "unit": "unit",
    "bound": "bound",
    "exposure": "exposure",
    "comparator": "comparator",
    "measure": "measure",
    "window": "window",
    "margin": "margin",
    "qualifier": "qualifiers",
    "approach": "approach",
    "leftover": "leftover",
}


def claim(
    words: Words,
    spans: Sequence[Span],
    design: Design,
    direction: Direction,
    is_sure: Callable[[Span], bool] = lambda span: True,
    doubts: tuple[Doubt, ...] = (),
) -> Claim:
    """The claim that labelled spans make; the first span of a tag fills the slot."""

    def slot(span: Span) -> Slot:
        first, end = words.starts[span.first], words.ends[span.end - 1]
        return Slot(words.text[first:end], "user", first, end, is_sure(span))

    slots: dict[str, Any] = {}
    for span in spans:
        name = _SLOT.get(span.tag)
        if name is not None and name not in slots:
            slots[name] = slot(span)
    outcomes = [span for span in spans if span.tag in ("outcome", "quantity")]
    outcomes = outcomes or _compared(words, spans)
    if outcomes:
        slots["outcome"] = slot(outcomes[0])
    return Claim(
        design=design,
        direction=direction,
        doubts=doubts,
        counted=any(span.tag == "quantity" for span in outcomes),
        relation=" ".join(
            words.quote(span.first, span.end) for span in spans if span.tag == "relation"
        ),
        hedges=tuple(words.quote(span.first, span.end) for span in spans if span.tag == "hedge"),
        **slots,
    )


_OWN = re.compile(r"\b(my|our|meus?|minhas?|noss[oa]s?)\s+\Z", re.I)


def owned(claim: Claim, text: str) -> Claim:
    """The claim with `my` or `our` as what bounds its unit: `my dog` is nobody else's."""
    if claim.unit is None or claim.unit.start is None or claim.bound is not None:
        return claim
    own = _OWN.search(text, 0, claim.unit.start)
    if own is None:
        return claim
    return replace(claim, bound=Slot(own[1], "user", own.start(1), own.end(1)))


_DEGREES = frozenset(("more", "less", "mais", "menos"))


def _compared(words: Words, spans: Sequence[Span]) -> list[Span]:
    """The outcome that a comparative names itself: `mais {rápido}`, `more {reliable}`."""
    found = [span for span in spans if span.tag == "relation"]
    return [
        Span("outcome", span.first + 1, span.end)
        for span in found
        if span.end - span.first == 2 and words.lower[span.first] in _DEGREES
    ]
