"""Fits linear models over the encoder's rows: logistic regression, scaled back to plain numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

Numbers = NDArray[np.float64]
FOLDS = 5


def fitted(found: Numbers, told: NDArray[np.str_], labels: tuple[str, ...], strength: float) -> (
    tuple[Numbers, Numbers]
):  # fmt: skip
    """Weights of shape (labels, numbers) and intercepts; of two labels, those of the second."""
    mean, spread = found.mean(axis=0), found.std(axis=0) + 1e-6
    model = LogisticRegression(C=strength, max_iter=1000).fit((found - mean) / spread, told)
    weights, alone = model.coef_ / spread, model.intercept_
    alone = alone - weights @ mean
    if len(labels) > 2:
        order = [list(model.classes_).index(label) for label in labels]
        return weights[order], alone[order]
    if model.classes_[1] != labels[1]:
        return -weights, -alone
    return weights, alone


def apart(count: int, groups: NDArray[np.int64] | None = None) -> Iterator[NDArray[np.bool_]]:
    """For each fold, which rows are kept apart; rows of a group together."""
    own = np.arange(count) if groups is None else groups
    fold = np.random.RandomState(0).permutation(int(own.max()) + 1) % FOLDS
    for at in range(FOLDS):
        yield fold[own] == at
