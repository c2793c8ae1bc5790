"""Averaged structured perceptron with a margin, in integers: the same weights on any machine.

Collins 2002, Discriminative Training Methods for Hidden Markov Models, EMNLP; the margin by a
cost on wrong labels as in Tsochantaridis et al. 2005, JMLR 6:1453.
"""

from __future__ import annotations

from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]
_FORBIDDEN = -(10**9)


@dataclass(frozen=True, slots=True)
class Sequences:
    """Sequences end to end: rows of features (-1: unknown), gold labels, and where each begins."""

    rows: NDArray[np.int32]  # (tokens, templates)
    gold: NDArray[np.int32]  # (tokens,)
    bounds: NDArray[np.int64]  # (sequences + 1,)


@numba.njit(cache=True)
def _decode(rows, gold, weights, moves, opening, margin, path):  # type: ignore[no-untyped-def]
    size, labels = rows.shape[0], weights.shape[1]
    score = np.zeros((size, labels), np.int64)
    behind = np.zeros((size, labels), np.int64)
    for i in range(size):
        for t in range(rows.shape[1]):
            f = rows[i, t]
            if f >= 0:
                for y in range(labels):
                    score[i, y] += weights[f, y]
        if margin:
            for y in range(labels):
                if y != gold[i]:
                    score[i, y] += margin
        if i == 0:
            for y in range(labels):
                score[0, y] += opening[y]
        else:
            for y in range(labels):
                best, at = score[i - 1, 0] + moves[0, y], 0
                for x in range(1, labels):
                    value = score[i - 1, x] + moves[x, y]
                    if value > best:
                        best, at = value, x
                score[i, y] += best
                behind[i, y] = at
    at = 0
    for y in range(1, labels):
        if score[size - 1, y] > score[size - 1, at]:
            at = y
    for i in range(size - 1, -1, -1):
        path[i] = at
        at = behind[i, at]


@numba.njit(cache=True)
def _epoch(rows, gold, bounds, order, weights, total, moves, moved, opening, margin, clock):  # type: ignore[no-untyped-def]
    wrong = 0
    for which in order:
        first, end = bounds[which], bounds[which + 1]
        path = np.zeros(end - first, np.int64)
        _decode(rows[first:end], gold[first:end], weights, moves, opening, margin, path)
        for i in range(end - first):
            right, chosen = gold[first + i], path[i]
            if right != chosen:
                wrong += 1
                for t in range(rows.shape[1]):
                    f = rows[first + i, t]
                    if f >= 0:
                        weights[f, right] += 1
                        weights[f, chosen] -= 1
                        total[f, right] += clock
                        total[f, chosen] -= clock
            if i:
                before, chose = gold[first + i - 1], path[i - 1]
                if before != chose or right != chosen:
                    moves[before, right] += 1
                    moves[chose, chosen] -= 1
                    moved[before, right] += clock
                    moved[chose, chosen] -= clock
        clock += 1
    return clock, wrong


def train(
    sequences: Sequences, features: int, labels: list[str], epochs: int, margin: int, seed: int = 1
) -> tuple[Array, Array]:
    """Averaged weights (features, labels) and transitions (from, to), times 100."""
    size = len(labels)
    weights = np.zeros((features, size), np.int64)
    total, moved = np.zeros_like(weights), np.zeros((size, size), np.int64)
    moves, opening = np.zeros((size, size), np.int64), np.zeros(size, np.int64)
    for y, label in enumerate(labels):
        if label.startswith("I-"):
            opening[y] = _FORBIDDEN
            for x, other in enumerate(labels):
                if other not in (label, f"B-{label[2:]}"):
                    moves[x, y] = _FORBIDDEN
    random = np.random.default_rng(seed)
    clock = 1
    for _ in range(epochs):
        order = random.permutation(len(sequences.bounds) - 1)
        clock, _wrong = _epoch(
            sequences.rows, sequences.gold, sequences.bounds, order,
            weights, total, moves, moved, opening, margin, clock,
        )  # fmt: skip
    moves[moves < _FORBIDDEN // 2] = 0
    averaged = (100 * (weights * clock - total)) // clock
    return averaged, (100 * (moves * clock - moved)) // clock


def decode(
    rows: NDArray[np.int32], weights: Array, transitions: Array, labels: list[str]
) -> list[str]:
    """The best labels of one sequence."""
    moves, opening = transitions.copy(), np.zeros(len(labels), np.int64)
    for y, label in enumerate(labels):
        if label.startswith("I-"):
            opening[y] = _FORBIDDEN
            for x, other in enumerate(labels):
                if other not in (label, f"B-{label[2:]}"):
                    moves[x, y] = _FORBIDDEN
    path = np.zeros(len(rows), np.int64)
    if len(rows):
        _decode(rows, path.astype(np.int32), weights, moves, opening, 0, path)
    return [labels[each] for each in path]
