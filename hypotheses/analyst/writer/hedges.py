"""An author's sentences without the hedges in them: a question asserts nothing to be hedged."""

from __future__ import annotations

import re

from hypotheses.analyst.writer.phrases import opens

_SEEMING = re.compile(r"(?:seem|appear|tend)(?: to)?", re.I)
_MARKS = re.compile(r"^[ ,]+")
_THAT = re.compile(r"^[ ,]*(?:(?:that|(?:de )?que)[ ,]+)?", re.I)
_TO_VERB = re.compile(r" (?:to )?(?=[a-z])")


def without_hedges(text: str, hedges: tuple[str, ...]) -> str:
    """`I think that X help. Perhaps Y seem to help.` -> `X help. Y help.`; other hedges stay."""
    for hedge in hedges:
        start = text.lower().find(hedge.lower())
        end = start + len(hedge)
        if start < 0:
            continue
        if opens(text, start):
            # `I suspect` takes a clause with its conjunction; `Perhaps` leaves `that drug` alone.
            rest = (_THAT if " " in hedge else _MARKS).sub("", text[end:], count=1)
            text = text[:start] + rest[:1].upper() + rest[1:] if rest else text
        elif _SEEMING.fullmatch(hedge) and (to := _TO_VERB.match(text, end)):
            text = text[:start] + text[to.end() :]  # the verb stays as it is: its subject is plural
    return text
