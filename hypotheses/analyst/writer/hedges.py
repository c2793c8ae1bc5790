"""An author's sentences without hedges: a question asserts nothing that could be hedged."""

from __future__ import annotations

import re

from hypotheses.analyst.writer.phrases import opens

_SEEM_TO = re.compile(r"(?:seem|appear|tend) to (?=[a-z])", re.I)
_MARKS = re.compile(r"^[ ,]+")
_CONJUNCTION = re.compile(r"^[ ,]*(?:(?:that|(?:de )?que)[ ,]+)?", re.I)


def without_hedges(text: str, hedges: tuple[str, ...]) -> str:
    """The text without hedges that open a sentence, and without `seem to` after a plural subject.

    `Perhaps naps help. I think that dogs seem to sleep.` -> `Naps help. Dogs sleep.` Every other
    hedge stays, as its sentence would lose its grammar: `seems to`, `might`.
    """
    for hedge in hedges:
        place = _place(hedge, text)
        if place is None:
            continue
        start, end = place.span()
        if opens(text, start):
            # `I suspect` takes a clause with its conjunction; `Perhaps` leaves `that drug` alone.
            rest = (_CONJUNCTION if " " in hedge else _MARKS).sub("", text[end:], count=1)
            text = text[:start] + rest[:1].upper() + rest[1:] if rest else text
        elif seem_to := _SEEM_TO.match(text, start):
            text = text[:start] + text[seem_to.end() :]
    return text


def _place(hedge: str, text: str) -> re.Match[str] | None:
    """Where a hedge stands as whole words: as written, or with the capital it was given since."""
    words = rf"(?<!\w){re.escape(hedge)}(?!\w)"
    return re.search(words, text) or re.search(words, text, re.I)
