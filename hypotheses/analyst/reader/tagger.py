"""Labels the tokens of a text: a linear chain with a memory, decoded exactly (Viterbi).

The memory tells which of a claim's main slots have begun so far, so that `between A and B` finds
an exposure and an outcome.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.features import MEMORY, Integers
from hypotheses.analyst.reader.linear import Linear

Scores = NDArray[np.int32]

REMEMBERED = {"exposure": 1, "outcome": 2, "quantity": 2, "relation": 4, "unit": 8}
"""The memory's bit of each slot; an outcome is one whether it is counted or not."""
MEMORIES = 16
# A score's low bits hold the label it came from, so that one maximum gives both.
_BITS = 5
_LOW = (1 << _BITS) - 1
_FORBIDDEN = -(1 << 30)
_LEVEL = 128  # tokens after which scores are brought back to 0, far from the integers' end


@dataclass(frozen=True, slots=True)
class Tagger:
    """`emitted` weighs tokens' features for labels, `recalled` for memories times labels.

    Labels are O, then B-tag for each tag, then I-tag in the same order. `opening` are packed
    moves (from O or a tag, to O or a B), `staying` moves to I (from B; from I), `last` weighs a
    text's last memory. `bits` are those of the labels, `merged` the states that a label enters
    with its own bit unset, `unentered` the states that it cannot be in.
    """

    emitted: Linear
    recalled: Linear
    opening: Scores
    staying: Scores
    last: Scores
    bits: tuple[int, ...]
    merged: NDArray[np.intp]
    unentered: NDArray[np.bool_]

    @classmethod
    def of(
        cls, emitted: Linear, recalled: Linear, moves: NDArray[np.int32], last: NDArray[np.int32]
    ) -> Tagger:
        """From arrays; `moves` is (from, to), and equal from B and I of a tag to any other."""
        labels = emitted.labels
        size, begins = len(labels), len(labels) // 2 + 1
        bits = np.array([REMEMBERED.get(x[2:], 0) if x.startswith("B-") else 0 for x in labels])
        weights = moves.astype(np.int32) << _BITS
        origin = np.arange(begins, dtype=np.int32)
        tags = np.arange(1, begins)
        inside = tags + begins - 1
        memory = np.arange(MEMORIES)[:, None]
        return cls(
            emitted,
            recalled,
            np.ascontiguousarray((weights[:begins, :begins] + origin[:, None])[:, None, :]),
            np.array([weights[tags, inside], weights[inside, inside]], dtype=np.int32),
            last.astype(np.int32) << _BITS,
            tuple(bits.tolist()),
            (memory & ~bits) * size + np.arange(size),
            (memory & bits) != bits,
        )

    def tags(self, features: Integers) -> list[str]:
        """The best labels for the tokens' features (tokens, templates)."""
        if not len(features):
            return []
        labels = self.emitted.labels
        recalled = self.recalled.scores(features[:, MEMORY])
        local = recalled.reshape(len(features), MEMORIES, len(labels))
        local = (local + self.emitted.scores(features)[:, None, :]) << _BITS
        return [labels[each] for each in self._path(local.astype(np.int32))]

    def _path(self, local: Scores) -> list[int]:
        """Viterbi. `local` is (tokens, memories, labels), its low bits free."""
        begins = self.opening.shape[0]
        best = np.full(local.shape, _FORBIDDEN, dtype=np.int32)
        best[0, 0, :begins] = local[0, 0, :begins]
        score = self._entered(best[0])
        wide = np.empty((begins, MEMORIES, begins), dtype=np.int32)
        from_begin, from_inside = self.staying
        for index in range(1, len(local)):
            into = best[index]
            begun, within = score[:, 1:begins], score[:, begins:]
            origins = score[:, :begins].copy()
            np.maximum(begun, within, out=origins[:, 1:])
            np.add(origins.T[:, :, None], self.opening, out=wide)
            np.maximum.reduce(wide, axis=0, out=into[:, :begins])
            np.maximum(begun + from_begin, within + from_inside, out=into[:, begins:])
            into += local[index]
            score = self._entered(into & ~_LOW)
            if not index % _LEVEL:
                score -= score.max()
                np.maximum(score, _FORBIDDEN, out=score)
        return self._back(best, score)

    def _entered(self, score: Scores) -> Scores:
        """Scores with each label's bit in the memory: the better of set before and set now."""
        entered: Scores = np.maximum(score, score.take(self.merged))
        entered[self.unentered] = _FORBIDDEN
        return entered

    def _back(self, best: Scores, score: Scores) -> list[int]:
        """The labels that led to the best last score."""
        size, begins = best.shape[2], self.opening.shape[0]
        memory, label = divmod(int((score + self.last[:, None]).argmax()), size)
        path = [label]
        for index in range(len(best) - 1, 0, -1):
            memory = self._before(best[index], memory, label)
            if label < begins:
                origin = int(best[index, memory, label]) & _LOW
                options = (origin, origin + begins - 1) if origin else (0,)
                paid = (0, 0)
            else:
                tag = label - begins + 1
                options, paid = (tag, label), tuple(self.staying[:, tag - 1].tolist())
            values = [self._value(best[index - 1], memory, x) for x in options]
            last = len(values) == 2 and values[1] + paid[1] > values[0] + paid[0]
            label = options[last]
            path.append(label)
        return path[::-1]

    def _before(self, scores: Scores, memory: int, label: int) -> int:
        """The memory from which a state was entered."""
        bit = self.bits[label]
        if bit and int(scores[memory ^ bit, label]) & ~_LOW > int(scores[memory, label]) & ~_LOW:
            return memory ^ bit
        return memory

    def _value(self, scores: Scores, memory: int, label: int) -> int:
        """A state's score once entered."""
        bit = self.bits[label]
        if bit and not memory & bit:
            return _FORBIDDEN
        return int(scores[self._before(scores, memory, label), label]) & ~_LOW
