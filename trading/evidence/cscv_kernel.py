"""The inner loop of CSCV, compiled: from sums of blocks to logits.

Sums are added up here rather than by a matrix product: the inner size is 16, and BLAS threads on
so small a product cost more than they save.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

FLAT = 1e-7
"""A half that spreads less than this part of a variant's returns is flat: sums see no further."""


@compiled
def score_half(
    sums: Floats, squares: Floats, sizes: Floats, inside: Bools, side: bool, shift: Floats,
    scale: Floats, total: Floats, square: Floats, scores: Floats,
) -> int:  # fmt: skip
    """Each variant's Sharpe ratio (ddof 1) over the blocks on one side into `scores`; the best.

    `total` and `square` are room to work in. A flat half scores 0; of equals the first is best.
    """
    total[:] = 0.0
    square[:] = 0.0
    count = 0.0
    for b in range(len(sizes)):
        if inside[b] == side:
            count += sizes[b]
            total += sums[b]
            square += squares[b]
    best = 0
    for j in range(len(scores)):
        mean = total[j] / count
        variance = (square[j] - mean * total[j]) / (count - 1.0)
        floor = scale[j] * FLAT
        flat = variance <= floor * floor
        scores[j] = 0.0 if flat else (mean + shift[j]) / math.sqrt(variance)
        if scores[j] > scores[best]:
            best = j
    return best


@compiled
def logit(scores: Floats, best: int) -> float:
    """Of the relative rank of one among the scores; equals share the mean of their ranks."""
    mine = scores[best]
    below = equal = 0
    for value in scores:
        below += value < mine
        equal += value == mine
    rank = (below + (equal + 1) / 2.0) / (len(scores) + 1.0)
    return math.log(rank / (1.0 - rank))


@compiled
def judge(
    sums: Floats,
    squares: Floats,
    sizes: Floats,
    halves: Bools,
    shift: Floats,
    scale: Floats,
    found: Floats,
) -> None:
    """Each halving's two halves against each other, both ways.

    `sums` and `squares` (blocks, variants) are of the returns less `shift` (variants,), `halves`
    (rows, blocks) says which blocks are in the first half. Fills `found` (rows, 2, 3): with the
    first half in sample, then the second: logit of the best's rank out of sample, its ratio in
    sample and out of sample.
    """
    variants = sums.shape[1]
    one, other = np.empty(variants), np.empty(variants)
    total, square = np.empty(variants), np.empty(variants)
    for r in range(len(halves)):
        first = score_half(
            sums, squares, sizes, halves[r], True, shift, scale, total, square, one
        )  # fmt: skip
        second = score_half(
            sums, squares, sizes, halves[r], False, shift, scale, total, square, other
        )
        found[r, 0, 0] = logit(other, first)
        found[r, 0, 1], found[r, 0, 2] = one[first], other[first]
        found[r, 1, 0] = logit(one, second)
        found[r, 1, 1], found[r, 1, 2] = other[second], one[second]
