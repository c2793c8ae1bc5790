"""Fits the reader's parts to examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from hypotheses.analyst.reader.classes import text_features
from hypotheses.analyst.reader.features import token_features
from hypotheses.analyst.reader.model import Linear, Tagger
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.reader.training.corpus import Example
from hypotheses.analyst.reader.training.perceptron import Sequences, train
from hypotheses.analyst.reader.words import Vocabulary

EPOCHS, MARGIN, RAREST = 12, 1, 2
_SCALE = 1000
_LARGEST = 32_000


def token_rows(example: Example, vocabulary: Vocabulary) -> NDArray[np.uint32]:
    """The features of an example's tokens."""
    words = example.words
    rows = [
        vocabulary.row(words.text[start:end], example.language)
        for start, end in zip(words.starts, words.ends, strict=True)
    ]
    return token_features(words, rows)


def labels_of(examples: Sequence[Example]) -> list[str]:
    """`O`, then B and I of each tag."""
    names = sorted({tag[2:] for each in examples for tag in each.tags if tag != "O"})
    return ["O", *(f"{part}-{name}" for name in names for part in "BI")]


@dataclass(frozen=True, slots=True)
class FittedTagger:
    """A tagger and what the model's file needs of it."""

    linear: Linear
    transitions: NDArray[np.int32]

    @property
    def tagger(self) -> Tagger:
        return Tagger.of(self.linear, self.transitions)


def _quantised(weights: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.rint(weights), -_LARGEST, _LARGEST).astype(np.int16)


def fit_tagger(examples: Sequence[Example], features: Sequence[NDArray[np.uint32]]) -> FittedTagger:
    """A tagger from examples and their tokens' features; features seen once are dropped."""
    labels = labels_of(examples)
    joined = np.concatenate(features)
    keys, counts = np.unique(joined, return_counts=True)
    keys = keys[counts >= RAREST].astype(np.uint32)
    found = np.minimum(np.searchsorted(keys, joined), len(keys) - 1)
    rows = np.where(keys[found] == joined, found, -1).astype(np.int32)
    at = {label: index for index, label in enumerate(labels)}
    gold = np.array([at[tag] for each in examples for tag in each.tags], dtype=np.int32)
    bounds = np.cumsum([0, *(len(each.tags) for each in examples)])
    weights, moves = train(Sequences(rows, gold, bounds), len(keys), labels, EPOCHS, MARGIN)
    scaled = _quantised(weights / 10)
    used = scaled.any(axis=1)
    zeros = np.zeros((1, len(labels)), dtype=np.int16)
    linear = Linear(tuple(labels), keys[used], np.concatenate([scaled[used], zeros]))
    return FittedTagger(linear, _quantised(moves / 10).astype(np.int32))


def fit_classes(
    features: Sequence[NDArray[np.uint32]], gold: Sequence[str], strength: float, rarest: int = 2
) -> Linear:
    """A linear classifier (logistic regression, weights rounded to integers)."""
    joined = np.concatenate(features)
    keys, counts = np.unique(joined, return_counts=True)
    keys = keys[counts >= rarest].astype(np.uint32)
    indices, starts = [], [0]
    for each in features:
        found = np.minimum(np.searchsorted(keys, each), len(keys) - 1)
        indices.append(found[keys[found] == each])
        starts.append(starts[-1] + len(indices[-1]))
    column = np.concatenate(indices)
    matrix = csr_matrix((np.ones(len(column)), column, starts), (len(features), len(keys)))
    fitted = LogisticRegression(C=strength, max_iter=300).fit(matrix, np.array(gold))
    weights = fitted.coef_.T
    scaled = _quantised(weights * _SCALE)
    used = scaled.any(axis=1)
    zeros = np.zeros((1, scaled.shape[1]), dtype=np.int16)
    return Linear(
        tuple(map(str, fitted.classes_)), keys[used], np.concatenate([scaled[used], zeros])
    )


def class_features(
    examples: Sequence[Example], found: Sequence[Sequence[Span]]
) -> list[NDArray[np.uint32]]:
    """The features of whole texts with the spans that were found in them."""
    return [
        text_features(each.words, inner, each.language)
        for each, inner in zip(examples, found, strict=True)
    ]


def crossed_spans(
    examples: Sequence[Example], features: Sequence[NDArray[np.uint32]], folds: int = 3
) -> list[list[Span]]:
    """The spans that a tagger finds in texts it has not learned from, as it will in new ones."""
    made: list[list[Span]] = [[] for _ in examples]
    fold = [sum(each.id.encode()) % folds for each in examples]
    for which in range(folds):
        inside = [index for index, each in enumerate(fold) if each != which]
        tagger = fit_tagger([examples[i] for i in inside], [features[i] for i in inside]).tagger
        for index, each in enumerate(fold):
            if each == which:
                made[index] = spans(tagger.tags(features[index]))
    return made
