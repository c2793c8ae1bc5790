"""The probability of backtest overfitting, by combinatorially symmetric cross-validation.

Bailey, Borwein, Lopez de Prado & Zhu, "The Probability of Backtest Overfitting", Journal of
Computational Finance 20(4), 2017. Importing this module imports numba.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trading.evidence.answer import Answer, known, unknown
from trading.evidence.cscv_kernel import judge
from trading.evidence.series import Returns, faults

Floats = NDArray[np.float64]

BLOCKS = 16


@dataclass(frozen=True, eq=False)
class Splits:
    """What each way of halving the blocks says of its in-sample best; arrays (combinations,).

    `logits` of its rank out of sample (negative: below the median), its Sharpe ratio a bar
    `in_sample` and `out_of_sample`; `sizes` are the bars of the blocks.
    """

    logits: Floats
    in_sample: Floats
    out_of_sample: Floats
    sizes: tuple[int, ...]


def probability_of_overfitting(returns: Returns, *, blocks: int = BLOCKS) -> Answer:
    """How often the variant that is best in one half of time lies at or below the median later.

    `returns` (variants, n), net a bar, on the same bars; one variant a cluster of trials. The
    variants are compared by their Sharpe ratio, 0 for one that did nothing. 0..1: .5 is
    what noise gives. At the median counts as overfitted, as in the paper's integral up to 0: with
    an odd number of variants that is the careful side.

    `details`: `variants`, `blocks`, `combinations`; `shortest` and `longest` block, which differ by
    one bar where the blocks do not divide the bars (none is thrown away); `loss`, how often the
    chosen one loses out of sample. Raises ValueError for a number of blocks that is odd or below 2.
    """
    fault = _check(returns, blocks)
    if fault is not None:
        return fault
    found = splits(returns, blocks=blocks)
    return known(
        float(np.mean(found.logits <= 0)),
        variants=len(returns),
        blocks=blocks,
        combinations=len(found.logits),
        shortest=min(found.sizes),
        longest=max(found.sizes),
        loss=float(np.mean(found.out_of_sample < 0)),
    )


def _check(returns: Returns, blocks: int) -> Answer | None:
    if blocks < 2 or blocks % 2:
        raise ValueError(f"{blocks} blocks cannot be halved")
    if returns.ndim != 2:
        raise ValueError(f"returns have two dimensions here, not {returns.ndim}")
    if len(returns) < 2:
        return unknown("one_trial")
    return faults(returns, least=2 * blocks)


def splits(returns: Returns, *, blocks: int = BLOCKS) -> Splits:
    """All halvings of `returns` (variants >= 2, n >= 2 `blocks`), which must be finite.

    In the order of itertools.combinations of the blocks in sample.
    """
    series = np.ascontiguousarray(returns, dtype=np.float64)
    edges = _edges(series.shape[1], blocks)
    sizes = np.diff(edges).astype(np.float64)
    shift = series.mean(axis=1)
    sums, squares, scale = _sums(series, edges, shift)
    halves = _halves(blocks)
    found = np.empty((len(halves), 2, 3))
    judge(sums, squares, sizes, halves, shift, scale, found)
    # The complement of the i-th combination is the i-th from the end.
    whole = np.concatenate([found[:, 0], found[::-1, 1]])
    return Splits(whole[:, 0], whole[:, 1], whole[:, 2], tuple(int(size) for size in sizes))


def _edges(bars: int, blocks: int) -> NDArray[np.intp]:
    """Where blocks begin and end: equal, the first ones a bar longer where bars are left over."""
    size, over = divmod(bars, blocks)
    lengths = np.full(blocks, size) + (np.arange(blocks) < over)
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.intp)


def _sums(returns: Floats, edges: NDArray[np.intp], shift: Floats) -> tuple[Floats, Floats, Floats]:
    """Sums and sums of squares of the returns less `shift`, (blocks, variants), and their size."""
    sums, squares = (np.empty((len(edges) - 1, len(returns))) for _ in range(2))
    scale = np.abs(shift)
    for i, (begin, end) in enumerate(itertools.pairwise(edges)):
        part = returns[:, begin:end] - shift[:, None]
        sums[i] = part.sum(axis=1)
        squares[i] = (part**2).sum(axis=1)
        scale = np.maximum(scale, np.abs(part).max(axis=1))
    return sums, squares, scale


def _halves(blocks: int) -> NDArray[np.bool_]:
    """Those halvings that hold block 0, as rows of truths; the rest are their opposites."""
    rows = [(0, *rest) for rest in itertools.combinations(range(1, blocks), blocks // 2 - 1)]
    chosen = np.zeros((len(rows), blocks), dtype=bool)
    chosen[np.arange(len(rows))[:, None], rows] = True
    return chosen
