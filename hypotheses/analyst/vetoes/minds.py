"""Forces beyond nature, and things that want, feel or take revenge."""

from __future__ import annotations

from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.vetoes.listed import asserted

_REACH = 12
_CLAUSES = frozenset(("verb_up", "verb_down"))


def find(reading: Reading, framed: Span | None) -> Span | None:
    """The first such force, or the first thing said to have a mind."""
    return asserted(reading, "metaphysics") or _minded(reading) or _impersonal(reading, framed)


def _impersonal(reading: Reading, span: Span | None) -> Span | None:
    """`a mind of its own`, `takes its revenge`, where no person or animal is named before."""
    if span is None or reading.inside("persons", (reading.sentence_span(span[0])[0], span[0])):
        return None
    return span


def _minded(reading: Reading) -> Span | None:
    """`the market wants revenge`."""
    for mind in reading.all("minds"):
        for feeling in reading.all("feelings"):
            if (
                0 <= feeling.start - mind.end <= _REACH
                and reading.sentence(mind.start) == reading.sentence(feeling.start)
                and not _is_compound(reading, mind, feeling)
                and not _is_personal(reading, mind, feeling)
            ):
                return mind.start, feeling.end
    return None


def _is_compound(reading: Reading, mind: Cue, feeling: Cue) -> bool:
    """`brand TRUST`, `market FEAR`: a noun behind a noun, not a verb."""
    if reading.lexicon.language != "en" or feeling.start != mind.end:
        return False
    folds = reading.words.folds
    return not folds[mind.end - 1].endswith("s") and not folds[feeling.start].endswith(("s", "d"))


def _is_personal(reading: Reading, mind: Cue, feeling: Cue) -> bool:
    """Whether it is a person who feels: one is named before, or a clause ends in between."""
    start = reading.sentence_span(mind.start)[0]
    if reading.inside("persons", (start, feeling.start)):
        return True
    between = (mind.start, feeling.start)
    return ";" in reading.keys[slice(*between)] or reading.holds(_CLAUSES, between)
