"""Labelled stretches of a text, as the tagger gives them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

OUTCOMES = ("outcome", "quantity")
"""The tags of an outcome, and of an outcome that is counted."""


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens `first` up to and without `end`, with their tag."""

    tag: str
    first: int
    end: int


def spans(tags: Sequence[str]) -> list[Span]:
    """The spans that tags of tokens (`B-unit`, `I-unit`, `O`) spell."""
    made: list[Span] = []
    first, open_tag = 0, ""
    for index, tag in enumerate((*tags, "O")):
        if open_tag and tag != f"I-{open_tag}":
            made.append(Span(open_tag, first, index))
            open_tag = ""
        if tag.startswith("B-"):
            first, open_tag = index, tag[2:]
    return made


def shown(found: Iterable[Span], slots: Collection[str]) -> Iterator[Span]:
    """The spans that a frame shows: for each of these slots the first one, and all the others."""
    seen: set[str] = set()
    for span in found:
        slot = "outcome" if span.tag in OUTCOMES else span.tag
        if span.tag not in slots or slot not in seen:
            seen.add(slot)
            yield span
