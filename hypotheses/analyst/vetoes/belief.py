"""An idea that rests on what everybody knows."""

from __future__ import annotations

from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.vetoes.listed import asserted, followed

_THEY = frozenset(("they",))
_YET = words("belief.yet")


def find(reading: Reading, measured: bool, framed: Span | None) -> Span | None:
    """`the whole industry agrees`, `old folks have always said`."""
    listed = asserted(reading, "popular_belief")
    if listed is not None and _of_themselves(reading, listed[1]):
        return None
    if reading.keys[-1:] == ["?"] or reading.all("concessions"):
        return None  # `everybody says so; does it hold?`: the belief is weighed
    if listed is not None and measured and not _YET.isdisjoint(reading.keys[listed[1] :]):
        return None  # `people say so. YET ... (L/s)`
    if listed is not None or measured or reading.all("selection_cues"):
        return listed or framed
    return framed or followed(reading, "universals", "belief_verbs", 4)


def _of_themselves(reading: Reading, index: int) -> bool:
    """`people say THEY recycle`, `as pessoas dizem que RECICLAM`: a report, no belief."""
    keys, folds = (*reading.keys[index : index + 2], "", ""), reading.words.folds[index : index + 2]
    if keys[0] in _THEY or (keys[0] == "that" and keys[1] in _THEY):
        return True
    return keys[0] == "que" and len(folds) > 1 and folds[1].endswith("am") and len(folds[1]) > 3
