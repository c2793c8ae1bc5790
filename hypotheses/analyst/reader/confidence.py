"""How likely the words of a slot are right, from all that was read in the text.

The tagger is sure of its own choice even where a text holds two of them. So a slot's chance also
asks how the whole text was read, where its claim is read by its sentence alone; how likely another
word of the text is for the same slot; where the words next to it would belong; how long the text
is; and whether grammar puts the same words there. `confidence.json` holds what each of these says
(a logistic model for each slot), fitted by `tests.lab.reader.confidence` on claims that never
trained the tagger.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypotheses.analyst.reader.agreement import EMPTY, Agreement
from hypotheses.analyst.reader.grammar import standing
from hypotheses.analyst.reader.model import PARTS, Found
from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import ENDS, Words

PATH = Path(__file__).parent / "model" / "confidence.json"
SLOTS = ("exposure", "outcome", "comparator", "unit", "bound")
LEAST = 0.8  # the least chance at which a slot is shown as read
# The least at which what varies or the outcome, read in several sentences, is put to the author at
# all: of those below it 10 of 181 are right in claims that never trained the reader, of those from
# here to `LEAST` two in three.
LEAST_OFFERED = 0.2
_MOST_SENTENCES = 6
_EDGE = 0.01  # keeps the odds of a probability of 0 or 1 finite


def slot_of(tag: str) -> str:
    """The slot that a tag fills: a counted outcome is an outcome."""
    return "outcome" if tag == "quantity" else tag


def features(
    words: Words,
    whole: Found,
    seen: Found,
    span: Span,
    grammar: Agreement,
    apart: Collection[int] = (),
) -> tuple[float, ...]:
    """What speaks for and against the words of a slot.

    `whole` is how the text was read as one, `seen` how its claim was read. Words `apart` are of
    other claims, other explanations or reasons: what they would be says nothing.
    """
    part = whole.parts[PARTS.get(span.tag, span.tag)]
    part = tuple(0.0 if at in apart else share for at, share in enumerate(part))
    own = range(span.first, span.end)
    telling = [at for at in own if words.lower[at] not in EMPTY] or own
    beside = [share for at, share in enumerate(part)
              if at not in own and words.lower[at] not in EMPTY]  # fmt: skip
    edges = [part[at] for at in (span.first - 1, span.end) if 0 <= at < len(part)]
    return (
        _odds(sum(seen.sure[at] for at in own) / len(own)),
        _odds(min(seen.sure[at] for at in telling)),
        _odds(sum(part[at] for at in own) / len(own)),
        _odds(min(part[at] for at in telling)),
        math.log1p(sum(beside)),
        max(beside, default=0.0),
        max(edges, default=0.0),
        float(grammar.bears_out(span)),
        float(grammar.is_miscut(span)),
        float(min(sum(word in ENDS for word in words.lower), _MOST_SENTENCES)),
        math.log(len(own)),
        math.log(len(words)),
        *standing(parsed(words), span),
    )


def _odds(share: float) -> float:
    return math.log((share + _EDGE) / (1 + _EDGE - share))


@dataclass(frozen=True, slots=True)
class Confidence:
    """For each slot the weights of its features, the last one by itself."""

    weights: Mapping[str, Sequence[float]]

    def chance(self, tag: str, found: Sequence[float]) -> float:
        """How likely a slot with these features is right."""
        *weights, alone = self.weights[slot_of(tag)]
        total = sum(weight * each for weight, each in zip(weights, found, strict=True))
        return 1 / (1 + math.exp(-(total + alone)))


@cache
def load(path: Path = PATH) -> Confidence:
    """The weights of a file, once a process."""
    return Confidence(json.loads(path.read_text(encoding="utf-8")))
