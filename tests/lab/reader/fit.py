"""Fits the reader's parts to examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from hypotheses.analyst.reader.classes import text_features
from hypotheses.analyst.reader.features import MEMORY, token_features
from hypotheses.analyst.reader.linear import Linear, arranged
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.reader.tagger import REMEMBERED, Tagger
from hypotheses.analyst.reader.tokens import Vocabulary, checksum
from tests.lab.reader.corpus import Example
from tests.lab.reader.generate import Generator
from tests.lab.reader.perceptron import Sequences, train

EPOCHS, MARGIN, RAREST = 10, 20, 2
MOST = 120_000  # features of tokens that are kept, the weightiest
MOST_RECALLED = 4_000
_LARGEST = 32_000
Integers = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Table:
    """Labels, features' keys and their weights (features, labels): what becomes a `Linear`."""

    labels: tuple[str, ...]
    keys: Integers
    weights: NDArray[np.int16]

    def linear(self) -> Linear:
        return Linear.of(self.labels, self.keys, self.weights, *arranged(self.keys))


@dataclass(frozen=True, slots=True)
class FittedTagger:
    """A tagger as its file needs it."""

    emitted: Table
    recalled: Table
    moves: NDArray[np.int32]
    last: NDArray[np.int32]

    def tagger(self) -> Tagger:
        return Tagger.of(self.emitted.linear(), self.recalled.linear(), self.moves, self.last)


def token_rows(example: Example, vocabulary: Vocabulary) -> Integers:
    """The features of an example's tokens."""
    words = example.words
    return token_features(words, vocabulary.rows(words, example.language))


def labels_of(examples: Sequence[Example]) -> list[str]:
    """`O`, then B and I of each tag."""
    names = sorted({tag[2:] for each in examples for tag in each.tags if tag != "O"})
    return ["O", *(f"{part}-{name}" for part in "BI" for name in names)]


def _indexed(features: Integers) -> tuple[Integers, NDArray[np.int32]]:
    """The features that are not too rare, and the rows of all of them (-1: too rare)."""
    keys, counts = np.unique(features, return_counts=True)
    keys = keys[(counts >= RAREST) & (keys > 0)].astype(np.uint32)
    found = np.minimum(np.searchsorted(keys, features), len(keys) - 1)
    return keys, np.where(keys[found] == features, found, -1).astype(np.int32)


def _weightiest(
    labels: Sequence[str], keys: Integers, weights: NDArray[np.int64], most: int
) -> Table:
    """The features that can change a decision most; weights of 16 bits."""
    reach = weights.max(axis=1) - weights.min(axis=1)
    chosen = np.sort(np.argsort(-reach, kind="stable")[:most])
    chosen = chosen[reach[chosen] > 0]
    clipped = np.clip(weights[chosen], -_LARGEST, _LARGEST).astype(np.int16)
    return Table(tuple(labels), keys[chosen], clipped)


def fit_tagger(examples: Sequence[Example], features: Sequence[Integers]) -> FittedTagger:
    """A tagger from examples and their tokens' features."""
    labels = labels_of(examples)
    joined = np.concatenate(features)
    keys, rows = _indexed(joined)
    recalled_keys, recalled = _indexed(joined[:, MEMORY])
    at = {label: index for index, label in enumerate(labels)}
    gold = np.array([at[tag] for each in examples for tag in each.tags], dtype=np.int32)
    bounds = np.cumsum([0, *(len(each.tags) for each in examples)])
    bits = np.array([REMEMBERED.get(x[2:], 0) if x.startswith("B-") else 0 for x in labels])
    made = train(
        Sequences(rows, recalled, gold, bounds),
        (len(keys), len(recalled_keys)), labels, bits, EPOCHS, MARGIN,
    )  # fmt: skip
    remembered = made.recalled.reshape(len(recalled_keys), -1)
    return FittedTagger(
        _weightiest(labels, keys, made.emitted, MOST),
        _weightiest((), recalled_keys, remembered, MOST_RECALLED),
        made.moves.astype(np.int32),
        made.last.astype(np.int32),
    )


def fit_classes(
    features: Sequence[Integers], gold: Sequence[str], strength: float, lenience: float = 0.0
) -> Table:
    """A linear classifier (logistic regression; weights in thousandths).

    `lenience` is taken from the score of `none`, in logits.
    """
    joined = np.concatenate(features)
    keys, rows = _indexed(joined)
    lengths = [len(each) for each in features]
    lines = np.repeat(np.arange(len(features)), lengths)
    known = rows >= 0
    matrix = csr_matrix(
        (np.ones(int(known.sum())), (lines[known], rows[known])), (len(features), len(keys))
    )
    fitted = LogisticRegression(C=strength, max_iter=500, fit_intercept=False)
    fitted.fit(matrix, np.array(gold))
    weights = np.rint(fitted.coef_.T * 1000).astype(np.int64)
    labels = tuple(map(str, fitted.classes_))
    if lenience:
        bias = int(np.searchsorted(keys, checksum("text", "bias")))
        weights[bias, labels.index("none")] -= round(lenience * 1000)
    return _weightiest(labels, keys, weights, 60_000)


def class_features(
    examples: Sequence[Example], found: Sequence[Sequence[Span]], vocabulary: Vocabulary
) -> list[Integers]:
    """The features of whole texts with the spans that were found in them."""
    return [
        text_features(e.words, vocabulary.rows(e.words, e.language), inner, e.language)
        for e, inner in zip(examples, found, strict=True)
    ]


def generated(
    claims: Sequence[Example], sentences: int, extended: int, swaps: int
) -> list[Example]:
    """Sentences made from claims; counts are for each language."""
    made = Generator(claims)
    return [*made.sentences(sentences), *made.extended(extended), *made.swapped(swaps)]


def crossed(
    claims: Sequence[Example], vocabulary: Vocabulary, folds: int = 3
) -> Iterator[tuple[Example, list[Span]]]:
    """Texts with the spans that a tagger finds which has not learned from them, as in new texts:
    the claims, and sentences generated from them.
    """
    fold = [sum(each.id.encode()) % folds for each in claims]
    for which in range(folds):
        inside = [each for each, at in zip(claims, fold, strict=True) if at != which]
        outside = [each for each, at in zip(claims, fold, strict=True) if at == which]
        learned = [*inside, *inside, *generated(inside, 1000, 300, 0)]
        fitted = fit_tagger(learned, [token_rows(each, vocabulary) for each in learned])
        tagger = fitted.tagger()
        for each in [*outside, *generated(outside, 500, 0, 0)]:
            yield each, spans(tagger.tags(token_rows(each, vocabulary)))
