"""A judgement of worth, or a `should` that is no prediction."""

from __future__ import annotations

from hypotheses.analyst.categories import COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.vetoes.listed import LONG

_BE = words("shared.be") | words("value.would_be")
_DEGREE = words("value.degree")
_THAN = words("value.than")
_NEED = words("value.need")
_RELATIVE = words("value.relative")
_OPINING = tuple(words("value.opining"))
_JUDGING = tuple(words("value.judging"))
_OPINION_REACH = 7
_SHOULD_REACH = 3
_MORE_REACH = 6


def find(reading: Reading, measured: bool) -> Span | None:
    """The first judgement; a measured claim may say `should`."""
    for cue in reading.all("worths"):
        if _predicated(reading, cue):
            return cue[:2]
    if measured:
        return None
    for cue in reading.all("value_judgement"):
        if not _is_held(reading, cue):
            return cue[:2]
    if reading.all("selection_cues") or reading.last_sentence > LONG:
        return None
    for cue in reading.all("modal_should"):
        if not _predicts(reading, cue) and not _lacks(reading, cue):
            end = reading.sentence_span(cue.start)[1]
            return cue.start, min(end, cue.end + 4)
    return None


def _predicated(reading: Reading, cue: Cue) -> bool:
    """Whether a word of worth is what the sentence says of its subject: `is simply wrong`."""
    for key in reversed(reading.keys[max(0, cue.start - 3) : cue.start]):
        if key in _BE:
            return True
        if key not in _DEGREE and not key.endswith(("ly", "mente")):
            return False
    return False


def _is_held(reading: Reading, cue: Cue) -> bool:
    """`speakers JUDGE their own accent more beautiful`: told of those who are studied."""
    start = max(reading.sentence_span(cue.start)[0] + 1, cue.start - _OPINION_REACH)
    return any(fold.startswith(_JUDGING) for fold in reading.words.folds[start : cue.start])


def _lacks(reading: Reading, cue: Cue) -> bool:
    """`precisam de capital`, `who need to wait`: said of someone, not asked of anyone."""
    after = reading.words.folds[cue.end] if cue.end < reading.size else ""
    lacking = reading.keys[cue.start] in _NEED and not after.endswith("r") and after != "to"
    before = reading.keys[cue.start - 1] if cue.start else ""
    return lacking or before in _RELATIVE or _is_opinion(reading, cue)


def _is_opinion(reading: Reading, cue: Cue) -> bool:
    """`voters WHO THINK the state should ...`: what those who are studied hold."""
    keys, folds = reading.keys, reading.words.folds
    start = max(reading.sentence_span(cue.start)[0] + 1, cue.start - _OPINION_REACH)
    return any(
        keys[place - 1] in _RELATIVE and folds[place].startswith(_OPINING)
        for place in range(start, cue.start)
    )


def _predicts(reading: Reading, cue: Cue) -> bool:
    """`the yield should rise`, `the film should let through less oxygen than ...`."""
    reach = range(cue.end, min(reading.size, cue.end + _SHOULD_REACH))
    if any(reading.starting("prediction_verbs", place) for place in reach):
        return True
    end = min(reading.sentence_span(cue.start)[1], cue.end + _MORE_REACH)
    more = next((place for place in range(cue.end, end) if reading.opens(COMPARED, place)), end)
    return not _THAN.isdisjoint(reading.keys[more : more + _MORE_REACH])
