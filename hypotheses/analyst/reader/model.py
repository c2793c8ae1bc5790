"""The shipped model: integer weights of features, found by their checksum.

All that decides is integer arithmetic, so that a text is read alike on any CPU.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.reader.words import Vocabulary

Integers = NDArray[np.uint32]
Weights = NDArray[np.int64]
File = Mapping[str, NDArray[np.generic]]

PATH = Path(__file__).parent / "model" / "reader.npz"
_FORBIDDEN = -(10**7)
_BITS = 6  # labels fit into it


@dataclass(frozen=True, slots=True)
class Linear:
    """Weights of features for labels: `weights` is (features + 1, labels); the last row is zero."""

    labels: tuple[str, ...]
    keys: Integers
    weights: NDArray[np.int16]

    def rows(self, features: Integers) -> NDArray[np.intp]:
        """The row of each feature; that of an unknown one is the row of zeros."""
        found = np.searchsorted(self.keys, features)
        found[found == len(self.keys)] = 0
        return np.where(self.keys[found] == features, found, len(self.keys))

    def scores(self, features: Integers) -> Weights:
        """The sum of the features' weights along the last axis of `features`."""
        picked: Weights = self.weights[self.rows(features)].sum(axis=-2, dtype=np.int64)
        return picked


@dataclass(frozen=True, slots=True)
class Tagger:
    """A linear chain: emissions and transitions between labels; decoded by Viterbi."""

    emissions: Linear
    packed: Weights  # (to, from): the transition's weight and, in the low bits, its origin

    @classmethod
    def of(cls, emissions: Linear, transitions: NDArray[np.int32]) -> Tagger:
        """`transitions` is (from, to)."""
        labels = emissions.labels
        allowed = transitions.astype(np.int64)
        for to, label in enumerate(labels):
            if label.startswith("I-"):
                same = (f"B-{label[2:]}", label)
                barred = [each not in same for each in labels]
                allowed[barred, to] = _FORBIDDEN
        return cls(emissions, (allowed.T << _BITS) + np.arange(len(labels)))

    def tags(self, features: Integers) -> list[str]:
        """The best sequence of labels for the tokens' features (tokens, templates)."""
        if not len(features):
            return []
        emitted = self.emissions.scores(features) << _BITS
        labels = self.emissions.labels
        mask = (1 << _BITS) - 1
        opening = np.array([_FORBIDDEN << _BITS if x.startswith("I-") else 0 for x in labels])
        score = emitted[0] + opening
        behind = np.zeros(emitted.shape, dtype=np.int64)
        for index in range(1, len(emitted)):
            best = (self.packed + score).max(axis=1)
            behind[index] = origin = best & mask
            score = best - origin + emitted[index]
        at = int(score.argmax())
        made = [at]
        for origins in behind[:0:-1].tolist():
            at = origins[at]
            made.append(at)
        return [labels[each] for each in reversed(made)]


@dataclass(frozen=True, slots=True)
class Model:
    """All that reading needs."""

    vocabulary: Vocabulary
    tagger: Tagger
    design: Linear
    direction: Linear
    veto: Linear


def _linear(file: File, name: str) -> Linear:
    weights = np.asarray(file[f"{name}_weights"], dtype=np.int16)
    zeros = np.zeros((1, weights.shape[1]), dtype=np.int16)
    return Linear(
        tuple(map(str, file[f"{name}_labels"])),
        np.asarray(file[f"{name}_keys"], dtype=np.uint32),
        np.concatenate([weights, zeros]),
    )


@cache
def load(path: Path = PATH) -> Model:
    """The model from its file."""
    with np.load(path) as file:
        frequent = str(file["frequent"]).split()
        words = str(file["clustered"]).split()
        clusters = dict(zip(words, np.asarray(file["clusters"]).tolist(), strict=True))
        return Model(
            Vocabulary(frozenset(frequent), clusters),
            Tagger.of(_linear(file, "tagger"), np.asarray(file["transitions"], dtype=np.int32)),
            _linear(file, "design"),
            _linear(file, "direction"),
            _linear(file, "veto"),
        )
