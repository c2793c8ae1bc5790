"""Averaged structured perceptron with a margin, in integers: the same weights on any machine.

Collins 2002, Discriminative Training Methods for Hidden Markov Models, EMNLP; the margin by a
cost on wrong labels as in Tsochantaridis et al. 2005, JMLR 6:1453. A state is a label and a memory:
which of the slots that `bits` names have begun so far.
"""

from __future__ import annotations

from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]
Rows = NDArray[np.int32]
FORBIDDEN = -(10**9)


@dataclass(frozen=True, slots=True)
class Sequences:
    """Sequences end to end, with where each begins. A row of -1 is an unknown feature."""

    rows: Rows  # (tokens, templates)
    recalled: Rows  # (tokens, templates of the memory)
    gold: Rows  # (tokens,)
    bounds: Array  # (sequences + 1,)


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of features, of features with a memory, of moves between labels, of last memories."""

    emitted: Array  # (features, labels)
    recalled: Array  # (features, memories, labels)
    moves: Array  # (from, to)
    last: Array  # (memories,)

    def zeros(self) -> Weights:
        """As many weights, all 0."""
        return Weights(*(np.zeros_like(each) for each in self.arrays))

    @property
    def arrays(self) -> tuple[Array, Array, Array, Array]:
        return self.emitted, self.recalled, self.moves, self.last


@numba.njit(cache=True)
def _score(rows, recalled, gold, emitted_w, recalled_w, margin, local):  # type: ignore[no-untyped-def]
    """The weights of one token for each memory and label, into `local`."""
    memories, labels = local.shape
    base = np.zeros(labels, np.int64)
    for f in rows:
        if f >= 0:
            for y in range(labels):
                base[y] += emitted_w[f, y]
    for y in range(labels):
        if y != gold:
            base[y] += margin
    for m in range(memories):
        local[m] = base
    for f in recalled:
        if f >= 0:
            for m in range(memories):
                for y in range(labels):
                    local[m, y] += recalled_w[f, m, y]


@numba.njit(cache=True)
def _origin(x, y, labels):  # type: ignore[no-untyped-def]
    """The label whose moves `x` shares: I-tag has those of B-tag, but for moves into I-tag."""
    begins = labels // 2 + 1
    return x - begins + 1 if x >= begins > y else x


@numba.njit(cache=True)
def _step(before, moves, local, bits, after, label_behind, memory_behind):  # type: ignore[no-untyped-def]
    """One step of Viterbi over labels and memories."""
    memories, labels = before.shape
    after[:] = FORBIDDEN * 2
    for m in range(memories):
        if before[m].max() <= FORBIDDEN:
            continue
        for y in range(labels):
            best, at = FORBIDDEN * 4, 0
            for x in range(labels):
                value = before[m, x] + moves[_origin(x, y, labels), y]
                if value > best:
                    best, at = value, x
            into, total = m | bits[y], best + local[m, y]
            if total > after[into, y]:
                after[into, y] = total
                label_behind[into, y], memory_behind[into, y] = at, m


@numba.njit(cache=True)
def _decode(rows, recalled, gold, emitted_w, recalled_w, moves, last, bits, barred, margin):  # type: ignore[no-untyped-def]
    size, labels, memories = rows.shape[0], emitted_w.shape[1], last.shape[0]
    # Labels are O, then all B, then all I: see the tagger.
    score = np.full((size, memories, labels), FORBIDDEN * 2, np.int64)
    label_behind = np.zeros((size, memories, labels), np.int64)
    memory_behind = np.zeros((size, memories, labels), np.int64)
    local = np.zeros((memories, labels), np.int64)
    for i in range(size):
        _score(rows[i], recalled[i], gold[i], emitted_w, recalled_w, margin, local)
        if i == 0:
            for y in range(labels):
                if not barred[y]:
                    score[0, bits[y], y] = local[0, y]
        else:
            _step(score[i - 1], moves, local, bits, score[i], label_behind[i], memory_behind[i])
    final = score[size - 1] + last.reshape(-1, 1)
    memory, label = divmod(final.argmax(), labels)
    path = np.zeros(size, np.int64)
    for i in range(size - 1, -1, -1):
        path[i] = label
        label, memory = label_behind[i, memory, label], memory_behind[i, memory, label]
    return path


@numba.njit(cache=True)
def _change(weights, total, index, amount, clock):  # type: ignore[no-untyped-def]
    weights[index] += amount
    total[index] += amount * clock


@numba.njit(cache=True)
def _update(rows, recalled, gold, path, weights, totals, bits, clock):  # type: ignore[no-untyped-def]
    """Towards the gold labels, away from the chosen ones."""
    right_memory = chosen_memory = 0
    for i in range(len(path)):
        right, chosen = gold[i], path[i]
        if right != chosen:
            for f in rows[i]:
                if f >= 0:
                    _change(weights[0], totals[0], (f, right), 1, clock)
                    _change(weights[0], totals[0], (f, chosen), -1, clock)
        if right != chosen or right_memory != chosen_memory:
            for f in recalled[i]:
                if f >= 0:
                    _change(weights[1], totals[1], (f, right_memory, right), 1, clock)
                    _change(weights[1], totals[1], (f, chosen_memory, chosen), -1, clock)
        if i and (right != chosen or gold[i - 1] != path[i - 1]):
            labels = weights[2].shape[0]
            move = (_origin(gold[i - 1], right, labels), right)
            _change(weights[2], totals[2], move, 1, clock)
            move = (_origin(path[i - 1], chosen, labels), chosen)
            _change(weights[2], totals[2], move, -1, clock)
        right_memory |= bits[right]
        chosen_memory |= bits[chosen]
    if right_memory != chosen_memory:
        _change(weights[3], totals[3], right_memory, 1, clock)
        _change(weights[3], totals[3], chosen_memory, -1, clock)


@numba.njit(cache=True)
def _epoch(rows, recalled, gold, bounds, order, weights, totals, bits, barred, margin, clock):  # type: ignore[no-untyped-def]
    for which in order:
        part = slice(bounds[which], bounds[which + 1])
        path = _decode(
            rows[part], recalled[part], gold[part],
            weights[0], weights[1], weights[2], weights[3], bits, barred, margin,
        )  # fmt: skip
        _update(rows[part], recalled[part], gold[part], path, weights, totals, bits, clock)
        clock += 1
    return clock


def inside_of(labels: list[str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which labels no sequence begins with, and which moves (from, to) no sequence makes."""
    barred = np.array([label.startswith("I-") for label in labels])
    forbidden = np.array(
        [[to.startswith("I-") and x[2:] != to[2:] for to in labels] for x in labels]
    )
    return barred, forbidden


def train(
    data: Sequences,
    features: tuple[int, int],
    labels: list[str],
    bits: Array,
    epochs: int,
    margin: int,
) -> Weights:
    """Averaged weights, times 10. `features` counts those of tokens and those with a memory."""
    size, memories = len(labels), int(bits.max()) * 2
    barred, forbidden = inside_of(labels)
    weights = Weights(
        np.zeros((features[0], size), np.int64),
        np.zeros((features[1], memories, size), np.int64),
        np.where(forbidden, FORBIDDEN, 0).astype(np.int64),
        np.zeros(memories, np.int64),
    )
    totals = weights.zeros()
    random = np.random.default_rng(1)
    clock = 1
    for _ in range(epochs):
        clock = _epoch(
            data.rows, data.recalled, data.gold, data.bounds,
            random.permutation(len(data.bounds) - 1),
            weights.arrays, totals.arrays, bits, barred, margin, clock,
        )  # fmt: skip
    averaged = [
        (10 * (each * clock - total)) // clock
        for each, total in zip(weights.arrays, totals.arrays, strict=True)
    ]
    averaged[2] = np.where(forbidden, 0, averaged[2])
    return Weights(*averaged)
