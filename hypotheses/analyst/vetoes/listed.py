"""What the vetoes share: listed phrases that are not denied, and one list behind another."""

from __future__ import annotations

from hypotheses.analyst.reading import Reading, Span

LONG = 3  # sentences: a text that long lists criteria (`participants must ...`)


def asserted(reading: Reading, category: str) -> Span | None:
    """The first phrase of a list that is not denied."""
    cues = (cue[:2] for cue in reading.all(category) if not reading.negated(cue.start, 2))
    return next(cues, None)


def followed(reading: Reading, first: str, then: str, reach: int) -> Span | None:
    """A phrase of one list with one of another close behind it in the same sentence."""
    for cue in reading.all(first):
        for other in reading.all(then):
            if 0 <= other.start - cue.end <= reach and (
                reading.sentence(cue.start) == reading.sentence(other.start)
            ):
                return cue.start, other.end
    return None
