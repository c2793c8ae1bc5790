"""An author's sentences without the hedges in them: a question asserts nothing to be hedged."""

from __future__ import annotations

import re

from hypotheses.analyst.writer.english import third
from hypotheses.analyst.writer.phrases import opens

_SEEMING = re.compile(r"(?:seem|appear|tend)(?P<s>s?)(?: to)?", re.I)
_MARKS = re.compile(r"^[ ,]+")
_THAT = re.compile(r"^[ ,]*(?:(?:that|(?:de )?que)[ ,]+)?", re.I)
_VERB = re.compile(r" (?:to )?([a-z]+)\b")


def without_hedges(text: str, hedges: tuple[str, ...]) -> str:
    """`I think that X seems to help. Perhaps Y.` -> `X helps. Y.`; other hedges stay."""
    for hedge in hedges:
        start = text.lower().find(hedge.lower())
        end = start + len(hedge)
        if start < 0:
            continue
        if opens(text, start):
            # `I suspect` takes a clause with its conjunction; `Perhaps` leaves `that drug` alone.
            rest = (_THAT if " " in hedge else _MARKS).sub("", text[end:], count=1)
            text = text[:start] + rest[:1].upper() + rest[1:] if rest else text
        elif seeming := _SEEMING.fullmatch(hedge):
            text = _verb_alone(text, start, end, third_person=bool(seeming["s"]))
    return text


def _verb_alone(text: str, start: int, end: int, third_person: bool) -> str:
    """`seems to help` -> `helps`."""
    verb = _VERB.match(text, end)
    if verb is None:
        return text
    finite = third(verb[1]) if third_person else verb[1]
    return text[:start] + finite + text[verb.end() :]
