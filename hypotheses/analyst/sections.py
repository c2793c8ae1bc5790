"""Which sentences of a text state the claim or its outcome, and which only list who is included.

A registry entry or an abstract names scales both to select people and to measure outcomes; only
the latter make an outcome measured.
"""

from __future__ import annotations

from hypotheses.analyst.categories import CHANGE_NOUNS, COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span

_CHANGES = CHANGE_NOUNS | {"verb_up", "verb_down", "equivalence", "signs"}
_RELATIONS = frozenset(("effect_nouns", "pair_nouns"))
_LEADS = words("sections.leads")
_SIGNS = _CHANGES | _RELATIONS | COMPARED | {"verb_change"}
_OPENERS = _CHANGES | _RELATIONS | {"outcome_openers", "measured_by"}
_NAMED = frozenset(("constructs", "measures"))
_CERTAIN = 2  # signs of a criterion that outweigh a word for an outcome
_HEAD = 6  # the words of a block that tell what it is about


class Sections:
    """The sentences that list criteria, for one reading."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._criteria = [
            span for number, span in enumerate(_blocks(reading)) if number and self._lists(span)
        ]

    def claimed(self, *categories: str) -> list[Cue]:
        """The cues of some categories, in order of place, that stand in no criterion."""
        cues = self.reading.all(*categories)
        return [cue for cue in cues if not self.criteria(cue.start)] if self._criteria else cues

    def criteria(self, index: int) -> bool:
        """Whether a token stands in a block that lists criteria."""
        return any(start <= index < end for start, end in self._criteria)

    def selects(self, index: int) -> bool:
        """Whether what stands there selects: in a criterion, and no change is claimed before it."""
        if not self.criteria(index):
            return False
        sentence = (self.reading.sentence_span(index)[0], index)
        return not self.reading.holds(_CHANGES, sentence)

    def _lists(self, span: Span) -> bool:
        """Whether a later block gives no sign of an outcome, or opens as a criterion."""
        reading = self.reading
        if self._opens_as_outcome(span):
            return False
        selecting = len(reading.inside("selection_cues", span)) + self._opens_as_criterion(span)
        if selecting >= _CERTAIN:
            return True
        if reading.inside("outcome_words", span):
            return False
        if selecting:
            return True
        return not (reading.holds(_SIGNS, span) or self._measures_first(span))

    def _opens_as_outcome(self, span: Span) -> bool:
        """`Reduction of pain ...`, `Assessment of ...`."""
        reading = self.reading
        return reading.holds(_OPENERS, (span[0], min(span[1], span[0] + _HEAD)))

    def _measures_first(self, span: Span) -> bool:
        """`Pain level, measured by ...`, `Pain by the visual analogue scale`."""
        head = (span[0], min(span[1], span[0] + _HEAD))
        measured = self.reading.inside("measured_by", span) or self._instruments(span)
        return self.reading.holds(_NAMED, head) and bool(measured)

    def _instruments(self, span: Span) -> bool:
        """Whether a listed measure stands behind what leads to an instrument: `through the VAS`."""
        keys = self.reading.keys
        return any(
            not _LEADS.isdisjoint(keys[max(span[0], cue.start - 2) : cue.start])
            for cue in self.reading.inside("measures", span)
        )

    def _opens_as_criterion(self, span: Span) -> bool:
        start = span[0]
        while start < span[1] and not self.reading.is_word(start):
            start += 1
        return start < span[1] and self.reading.starting("criteria_openers", start) is not None


def _blocks(reading: Reading) -> list[Span]:
    """Spans between full stops; a list with semicolons is one block."""
    blocks: list[Span] = []
    start = 0
    for _, end in reading.sentences():
        if reading.keys[end - 1] != ";" or end == reading.size:
            blocks.append((start, end))
            start = end
    return blocks
